import { type FormEvent, useId, useState } from 'react'
import { clockAt, momentIn } from '../../../contract/policy/zoned-time.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { type MovableItem, type Move, useMoveItem } from '../../queries/calendar.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { titleOf } from './labels.ts'

type MoveSheetProps = { item: MovableItem; zone: string; onClose: () => void; onMoved: (move: Move) => void }

/** Another time for what is planned, typed: the way for the keyboard and for phones. */
export function MoveSheet({ item, zone, onClose, onMoved }: MoveSheetProps) {
  const form = useId()
  const [when, setWhen] = useState(() => fieldText(zone, Date.parse(item.at)))
  const [isOver, setOver] = useState(false)
  const { mutate, isPending, error } = useMoveItem({ shown: true })
  const save = (event: FormEvent) => {
    event.preventDefault()
    const moment = momentOf(zone, when)
    // An unfinished field is empty.
    const isPast = moment === null || moment <= Date.now()
    setOver(isPast)
    if (isPast) return
    const move = { item, at: new Date(moment).toISOString() }
    mutate(move, {
      onSuccess: () => {
        onClose()
        onMoved(move)
      },
    })
  }
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={m.calendar_move_title()}
      held={isPending}
      actions={
        <Button type="submit" form={form} variant="primary" busy={isPending}>
          {m.calendar_move()}
        </Button>
      }
    >
      <p className="mb-4 line-clamp-2 text-ink-soft">
        <bdi>{titleOf(item)}</bdi>
      </p>
      <form id={form} onSubmit={save} noValidate>
        <Field label={m.composer_date()} error={isOver ? m.refusal_time_passed() : error ? errorMessage(error) : null}>
          <Input
            type="datetime-local"
            value={when}
            min={fieldText(zone, Date.now())}
            required
            onChange={(event) => {
              setWhen(event.target.value)
              setOver(false)
            }}
          />
        </Field>
      </form>
    </Sheet>
  )
}

const minuteMs = 60_000

/** A moment as a field for day and time has it, by the clocks of a time zone. */
function fieldText(zone: string, moment: number): string {
  const { day, time } = clockAt(zone, moment)
  return `${day}T${new Date(time).toISOString().slice(11, 16)}`
}

/** Null for a field that is not filled in. */
function momentOf(zone: string, text: string): number | null {
  const [, day, hours, minutes] = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/.exec(text) ?? []
  return day === undefined ? null : momentIn(zone, day, (Number(hours) * 60 + Number(minutes)) * minuteMs)
}
