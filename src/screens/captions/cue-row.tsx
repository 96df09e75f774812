import type { RefObject } from 'react'
import { captionLength } from '../../../contract/limits.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { readTime, writeTime } from './cue-time.ts'
import type { Problem, Row } from './rows.ts'

type CueRowProps = {
  row: Row
  problem: Problem | null
  player: RefObject<HTMLMediaElement | null>
  /** It has just been added, and is written at once. */
  isFresh: boolean
  onChange: (row: Row) => void
  onRemove: () => void
}

/** One line of captions: from when to when, and what is said. */
export function CueRow({ row, problem, player, isFresh, onChange, onRemove }: CueRowProps) {
  const now = () => writeTime(player.current?.currentTime ?? 0)
  const play = () => {
    const element = player.current
    if (!element) return
    element.currentTime = readTime(row.start) ?? 0
    void element.play().catch(() => undefined)
  }
  return (
    <li className="flex flex-col gap-2 border-hairline border-b py-3 [contain-intrinsic-size:auto_9rem] [content-visibility:auto]">
      <div className="flex items-center gap-1">
        <Time label={m.captions_start()} value={row.start} onChange={(start) => onChange({ ...row, start })} />
        <Act icon="clock" label={m.captions_start_now()} onClick={() => onChange({ ...row, start: now() })} />
        <Time label={m.captions_end()} value={row.end} onChange={(end) => onChange({ ...row, end })} />
        <Act icon="clock" label={m.captions_end_now()} onClick={() => onChange({ ...row, end: now() })} />
        <span className="flex-1" />
        <Act icon="play" label={m.captions_play()} onClick={play} />
        <Act icon="trash" label={m.captions_delete_line()} onClick={onRemove} />
      </div>
      <Textarea
        aria-label={m.captions_text()}
        rows={2}
        maxLength={captionLength}
        value={row.text}
        autoFocus={isFresh}
        onChange={(event) => onChange({ ...row, text: event.target.value })}
      />
      {problem && <Advice problem={problem} />}
    </li>
  )
}

/** What keeps a line from being saved is an error; what only makes it hard to read is advice. */
function Advice({ problem }: { problem: Problem }) {
  const words = {
    time: m.captions_problem_time,
    order: m.captions_problem_order,
    empty: m.captions_problem_empty,
    overlap: m.captions_problem_overlap,
    fast: m.captions_problem_fast,
  }[problem]()
  if (problem === 'overlap' || problem === 'fast') return <p className="text-ink-soft text-sm">{words}</p>
  return problem === 'empty' ? null : <ErrorLine>{words}</ErrorLine>
}

type TimeProps = { label: string; value: string; onChange: (value: string) => void }

function Time({ label, value, onChange }: TimeProps) {
  return (
    <Input
      aria-label={label}
      inputMode="decimal"
      value={value}
      maxLength={12}
      onChange={(event) => onChange(event.target.value)}
      className="w-24 text-center tabular-nums"
    />
  )
}

function Act({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <Button variant="ghost" size="icon" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} className="size-4" />
    </Button>
  )
}
