import type { ReactNode } from 'react'
import scenes from './scenes.svg?no-inline'

/** Drawings from the stage, in lines and one gold thing each (`scenes.svg`). */
type Scene = 'curtain' | 'glasses' | 'masks' | 'script' | 'seats' | 'spotlight' | 'ticket' | 'trumpet' | 'trunk'

type EmptyStateProps = {
  title: string
  /** What to do next, in a sentence. */
  children?: ReactNode
  /** The button or link that does it. */
  action?: ReactNode
  scene?: Scene
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({ title, children, action, scene = 'spotlight' }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-start gap-3 px-5 py-10 sm:px-8">
      <svg className="scene" aria-hidden="true">
        <use href={`${scenes}#${scene}`} />
      </svg>
      <h2 className="font-bold text-lg">{title}</h2>
      {children && <div className="max-w-[26rem] text-ink-soft">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
