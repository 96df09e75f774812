import { clsx } from 'clsx'
import { type RefObject, Suspense, useState } from 'react'
import type { Media } from '../../contract/media.ts'
import { m } from '../paraglide/messages.js'
import { Icon } from './icon.tsx'
import { lazily } from './lazily.ts'

type TranscriptButtonProps = {
  captions: Media['captions']
  player: RefObject<HTMLMediaElement | null>
  /** Plays from a second on, where it is not `player` that plays. */
  onJump?: (seconds: number) => void
  className: string
}

/** Opens what is said in a film or a sound as text; nothing where it has no captions. */
export function TranscriptButton({ captions, player, onJump, className }: TranscriptButtonProps) {
  const [isOpen, setOpen] = useState(false)
  if (captions.length === 0) return null
  return (
    <>
      <button
        type="button"
        aria-label={m.transcript_title()}
        title={m.transcript_title()}
        onClick={() => setOpen(true)}
        onPointerDown={(event) => event.stopPropagation()}
        className={clsx('flex size-11 shrink-0 items-center justify-center rounded-full', className)}
      >
        <Icon name="file-text" className="size-5" />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Transcript captions={captions} player={player} onJump={onJump} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const Transcript = lazily(async () => (await import('./transcript.tsx')).Transcript)
