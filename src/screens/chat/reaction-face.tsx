import type { ReactNode } from 'react'
import type { Reaction } from '../../../contract/chat.ts'
import { m } from '../../paraglide/messages.js'

/** A reaction as a drawing of our own, the same on every system; its name is beside it. */
export function ReactionFace({ reaction, className }: { reaction: Reaction; className: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className} strokeLinecap="round" strokeLinejoin="round">
      {drawings[reaction]}
    </svg>
  )
}

/** What a reaction is called. */
export const reactionLabels: Record<Reaction, () => string> = {
  heart: m.chat_reaction_heart,
  laugh: m.chat_reaction_laugh,
  wow: m.chat_reaction_wow,
  sad: m.chat_reaction_sad,
  fire: m.chat_reaction_fire,
  bravo: m.chat_reaction_bravo,
}

const face = (features: ReactNode) => (
  <>
    <circle cx="12" cy="12" r="10" className="fill-brass" />
    {features}
  </>
)
const line = { fill: 'none', strokeWidth: 1.75, className: 'stroke-on-brass' }
const ink = { className: 'fill-on-brass' }

const drawings: Record<Reaction, ReactNode> = {
  heart: (
    <path
      className="fill-signal"
      d="M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5"
    />
  ),
  laugh: face(
    <>
      <path {...line} d="M6.5 9.75q1.75-2 3.5 0M14 9.75q1.75-2 3.5 0" />
      <path {...ink} d="M6.75 13.25h10.5a5.25 5.25 0 0 1-10.5 0" />
    </>,
  ),
  wow: face(
    <>
      <circle {...ink} cx="8.5" cy="9.5" r="1.5" />
      <circle {...ink} cx="15.5" cy="9.5" r="1.5" />
      <ellipse {...ink} cx="12" cy="16" rx="2.25" ry="2.75" />
    </>,
  ),
  sad: face(
    <>
      <circle {...ink} cx="8.5" cy="10" r="1.4" />
      <circle {...ink} cx="15.5" cy="10" r="1.4" />
      <path {...line} d="M8.25 17q3.75-3.5 7.5 0" />
    </>,
  ),
  fire: (
    <>
      <path
        className="fill-signal"
        d="M12 3q1 4 4 6.5t3 5.5a1 1 0 0 1-14 0 5 5 0 0 1 1-3 1 1 0 0 0 5 0c0-2-1.5-3-1.5-5q0-2 2.5-4"
      />
      <path
        className="fill-brass"
        d="M12.25 13.5q2.75 2.25 2.75 4.25a3 3 0 0 1-6 0c0-1 .5-1.75 1.25-2.25q1.75-.5 2-2"
      />
    </>
  ),
  bravo: (
    <path
      className="fill-brass"
      d="M11.525 2.295a.53.53 0 0 1 .95 0l2.31 4.679a2.123 2.123 0 0 0 1.595 1.16l5.166.756a.53.53 0 0 1 .294.904l-3.736 3.638a2.123 2.123 0 0 0-.611 1.878l.882 5.14a.53.53 0 0 1-.771.56l-4.618-2.428a2.122 2.122 0 0 0-1.973 0L6.396 21.01a.53.53 0 0 1-.77-.56l.881-5.139a2.122 2.122 0 0 0-.611-1.879L2.16 9.795a.53.53 0 0 1 .294-.906l5.165-.755a2.122 2.122 0 0 0 1.597-1.16z"
    />
  ),
}
