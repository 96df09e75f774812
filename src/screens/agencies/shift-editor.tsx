import { useId } from 'react'
import { isShiftZone, lengthOf } from '../../../contract/policy/shift.ts'
import { languageTag } from '../../lib/money.ts'
import { dayName, longDayName, shiftText } from '../../lib/shift-text.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import {
  draftProblem,
  hoursOf,
  lineProblem,
  type ShiftDraft,
  type ShiftLineDraft,
  toShift,
  withLine,
} from './shift-draft.ts'

type ShiftEditorProps = { draft: NonNullable<ShiftDraft>; onChange: (draft: NonNullable<ShiftDraft>) => void }

/** Weekly windows: days and times, line by line, the time zone, and in words what they amount to. */
export function ShiftEditor({ draft, onChange }: ShiftEditorProps) {
  const { zone, lines } = draft
  const problem = draftProblem(draft)
  const shift = toShift(draft)
  const hours = shift && new Intl.NumberFormat(languageTag(), { maximumFractionDigits: 2 }).format(hoursOf(shift))
  const set = (key: number, line: ShiftLineDraft) =>
    onChange({ ...draft, lines: lines.map((it) => (it.key === key ? line : it)) })
  return (
    <div className="flex flex-col gap-4 py-2">
      {lines.map((line, at) => (
        <ShiftLineFields
          key={line.key}
          line={line}
          number={at + 1}
          onChange={(changed) => set(line.key, changed)}
          onRemove={
            lines.length > 1
              ? () => onChange({ ...draft, lines: lines.filter((it) => it.key !== line.key) })
              : undefined
          }
        />
      ))}
      <Button size="sm" className="self-start" onClick={() => onChange({ ...draft, lines: withLine(lines) })}>
        <Icon name="plus" className="size-4" />
        {m.agencies_shift_add()}
      </Button>
      <Field label={m.agencies_shift_zone()}>
        <Select value={zone} onChange={({ target }) => onChange({ ...draft, zone: target.value })}>
          <Zones also={zone} />
        </Select>
      </Field>
      <p role="status" className="rounded-media bg-sunken px-4 py-3 font-semibold text-sm">
        {problem ?? (shift && m.agencies_shift_result({ shift: shiftText(shift), hours: hours ?? '' }))}
      </p>
    </div>
  )
}

type ShiftLineFieldsProps = {
  line: ShiftLineDraft
  number: number
  onChange: (line: ShiftLineDraft) => void
  onRemove: (() => void) | undefined
}

function ShiftLineFields({ line, number, onChange, onRemove }: ShiftLineFieldsProps) {
  const { days, from, to } = line
  const problemId = useId()
  // A line that was added is not wrong before its times are given.
  const problem = to === '' ? null : lineProblem(line)
  const endsNextDay = from !== '' && to !== '' && to <= from && lengthOf({ from, to }) > 0
  const toggle = (day: number) =>
    onChange({ ...line, days: days.includes(day) ? days.filter((it) => it !== day) : [...days, day].sort() })
  return (
    <fieldset aria-describedby={problem === null ? undefined : problemId} className="flex flex-col gap-2">
      <legend className="sr-only">{m.agencies_shift_number({ number })}</legend>
      <div className="flex gap-1">
        {week.map((day) => (
          <button
            key={day}
            type="button"
            aria-label={longDayName(day)}
            aria-pressed={days.includes(day)}
            onClick={() => toggle(day)}
            className={`chip min-w-0 flex-1 justify-center px-0 text-sm ${days.includes(day) ? 'chip-on' : ''}`}
          >
            {dayName(day).replace('.', '')}
          </button>
        ))}
      </div>
      <div className="flex items-end gap-2">
        <Field label={m.agencies_shift_from()} className="min-w-0 flex-1">
          <Input type="time" value={from} onChange={({ target }) => onChange({ ...line, from: target.value })} />
        </Field>
        <Field label={m.agencies_shift_to()} className="min-w-0 flex-1">
          <Input type="time" value={to} onChange={({ target }) => onChange({ ...line, to: target.value })} />
        </Field>
        {onRemove && (
          <Button variant="ghost" size="icon" aria-label={m.agencies_shift_remove({ number })} onClick={onRemove}>
            <Icon name="x" className="size-5" />
          </Button>
        )}
      </div>
      {endsNextDay && <p className="text-ink-soft text-sm">{m.agencies_shift_next_day()}</p>}
      {problem !== null && <ErrorLine id={problemId}>{problem}</ErrorLine>}
    </fieldset>
  )
}

const week = [1, 2, 3, 4, 5, 6, 7]

/** The time zones that the browser knows, by their area. */
function Zones({ also }: { also: string }) {
  const known = ['UTC', ...Intl.supportedValuesOf('timeZone').filter(isShiftZone)]
  const all = known.includes(also) ? known : [also, ...known]
  return [...Map.groupBy(all, (it) => it.split('/')[0] ?? it)].map(([area, zones]) => (
    <optgroup key={area} label={area.replaceAll('_', ' ')}>
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {(zone.split('/').slice(1).join(', ') || zone).replaceAll('_', ' ')}
        </option>
      ))}
    </optgroup>
  ))
}
