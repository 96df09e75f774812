import { useEffect, useRef } from 'react'
import { voiceNoteMs } from '../../../contract/limits.ts'
import type { PrivateMedia } from '../../../contract/media.ts'
import { m } from '../../paraglide/messages.js'
import { useUploadVoice, VoiceFailure, type VoiceProgress } from '../../queries/voice.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useLeaveWarning } from '../../ui/leave-warning.ts'
import { clock } from '../../ui/media-facts.ts'
import { SoundPlayer } from '../../ui/sound-player.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { reasonText } from '../vault/reason-text.ts'
import { fanReasonText } from './fan-reason-text.ts'
import { bars, type Recording, useRecorder } from './use-recorder.ts'

type VoiceNoteProps = {
  /** The creator whom alone a fan's note is for; null for a creator's, which is the vault's. */
  onlyFor: string | null
  /** The note is ready to go along with a message. */
  onReady: (media: PrivateMedia) => void
  onEnd: () => void
}

/** A voice note: recorded, listened to, then sent or thrown away. Escape goes back to writing. */
export function VoiceNote({ onlyFor, onReady, onEnd }: VoiceNoteProps) {
  const { recording, stop, again } = useRecorder()
  const { upload, progress } = useUploadVoice((media) => {
    onReady(media)
    onEnd()
  }, onlyFor)
  useLeaveWarning(recording.state === 'recording' || recording.state === 'done')
  const all = useFocus<HTMLFieldSetElement>()
  return (
    <fieldset
      ref={all}
      tabIndex={-1}
      className="min-w-0 outline-none"
      aria-label={m.chat_voice_record()}
      onKeyDown={(event) => event.key === 'Escape' && !upload.isPending && onEnd()}
    >
      <p role="status" className="sr-only">
        {recording.state === 'recording' ? m.chat_voice_recording() : ''}
      </p>
      {recording.state === 'requesting' && <Requesting onEnd={onEnd} />}
      {recording.state === 'recording' && <Running recording={recording} onStop={stop} onEnd={onEnd} />}
      {recording.state === 'failed' && <Failed why={recording.why} onAgain={again} onEnd={onEnd} />}
      {recording.state === 'done' && (
        <Done
          recording={recording}
          progress={upload.isPending ? progress : null}
          error={upload.error}
          textOf={onlyFor === null ? reasonText : fanReasonText}
          onSend={() => upload.mutate(recording.file)}
          onEnd={onEnd}
        />
      )}
    </fieldset>
  )
}

function Requesting({ onEnd }: { onEnd: () => void }) {
  return (
    <div className="flex min-h-11 items-center gap-2">
      <Spinner />
      <p role="status" className="min-w-0 flex-1 text-ink-soft text-sm">
        {m.chat_voice_permission()}
      </p>
      <End label={m.chat_voice_cancel()} onEnd={onEnd} />
    </div>
  )
}

type RunningProps = { recording: Extract<Recording, { state: 'recording' }>; onStop: () => void; onEnd: () => void }

function Running({ recording: { ms, levels }, onStop, onEnd }: RunningProps) {
  const first = useFocus<HTMLButtonElement>()
  return (
    <div className="flex min-h-11 items-center gap-2">
      <End label={m.chat_voice_cancel()} onEnd={onEnd} />
      <span aria-hidden="true" className="size-2.5 shrink-0 rounded-full bg-signal" />
      <span role="timer" className="w-10 shrink-0 text-sm tabular-nums">
        {clock(Math.floor(ms / 1000))}
      </span>
      <Levels levels={levels} />
      <Button ref={first} variant="primary" onClick={onStop}>
        <Icon name="square" className="size-4 fill-current" />
        {m.chat_voice_stop()}
      </Button>
    </div>
  )
}

/** The course of loudness, the latest at the right. */
function Levels({ levels }: { levels: readonly number[] }) {
  const shown = [...Array<number>(Math.max(0, bars - levels.length)).fill(0), ...levels]
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${bars * 4} 32`}
      preserveAspectRatio="none"
      className="h-8 min-w-0 flex-1 text-brass"
    >
      {shown.map((level, at) => {
        const height = Math.max(2, level * 32)
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place; only its height changes.
        return <rect key={at} x={at * 4} y={16 - height / 2} width={2} height={height} fill="currentColor" />
      })}
    </svg>
  )
}

type DoneProps = {
  recording: Extract<Recording, { state: 'done' }>
  progress: VoiceProgress | null
  error: Error | null
  /** Why it was not sent, in words. */
  textOf: (reason: string | null) => string
  onSend: () => void
  onEnd: () => void
}

function Done({ recording: { url, ms, wasCut }, progress, error, textOf, onSend, onEnd }: DoneProps) {
  const first = useFocus<HTMLButtonElement>()
  const reason = error instanceof VoiceFailure ? error.reason : 'network'
  return (
    <>
      {wasCut && (
        <p role="status" className="mb-2 px-2 text-sm">
          {m.chat_voice_longest({ minutes: voiceNoteMs.max / 60_000 })}
        </p>
      )}
      {error !== null && progress === null && (
        <ErrorLine className="mb-2 px-2">{m.chat_voice_failed({ reason: textOf(reason) })}</ErrorLine>
      )}
      <div className="flex items-center gap-1">
        {progress === null && (
          <Button variant="ghost" size="icon" aria-label={m.chat_voice_discard()} onClick={onEnd}>
            <Icon name="trash" />
          </Button>
        )}
        <SoundPlayer
          media={{ id: url, url, duration: ms / 1000, captions: [], waveform: null, description: null }}
          label={m.chat_voice_listen()}
          isLocal
          className="min-w-0 flex-1 rounded-control"
        />
        <Button
          ref={first}
          variant="primary"
          size="icon"
          aria-label={m.chat_voice_send()}
          busy={progress !== null}
          onClick={onSend}
        >
          {progress === null && <Icon name="send" />}
        </Button>
      </div>
      <p role="status" className="px-2 pt-1 text-ink-soft text-xs empty:pt-0">
        {progress === null ? '' : progressText(progress)}
      </p>
    </>
  )
}

function progressText({ state, percent }: VoiceProgress): string {
  if (state === 'offline') return m.chat_voice_offline()
  if (state === 'unavailable') return m.upload_unavailable()
  return state === 'preparing' ? m.chat_voice_preparing() : m.chat_voice_sending({ percent })
}

type FailedProps = { why: Extract<Recording, { state: 'failed' }>['why']; onAgain: () => void; onEnd: () => void }

function Failed({ why, onAgain, onEnd }: FailedProps) {
  const first = useFocus<HTMLButtonElement>()
  return (
    <div className="flex flex-wrap items-center gap-2 px-2">
      <p role="alert" className="min-w-0 flex-1 basis-60 text-sm">
        {labels[why]()}
      </p>
      {why !== 'impossible' && (
        <Button size="sm" onClick={onAgain}>
          {m.chat_voice_again()}
        </Button>
      )}
      <Button ref={first} size="sm" variant="ghost" onClick={onEnd}>
        {m.chat_voice_close()}
      </Button>
    </div>
  )
}

const labels = {
  denied: m.chat_voice_denied,
  none: m.chat_voice_none,
  busy: m.chat_voice_busy,
  impossible: m.chat_voice_impossible,
  short: m.chat_voice_short,
}

function End({ label, onEnd }: { label: string; onEnd: () => void }) {
  return (
    <Button variant="ghost" size="icon" aria-label={label} onClick={onEnd}>
      <Icon name="x" />
    </Button>
  )
}

/** The button that comes next has the focus, so that the keyboard goes on where it was. */
function useFocus<T extends HTMLElement>() {
  const it = useRef<T>(null)
  useEffect(() => it.current?.focus(), [])
  return it
}
