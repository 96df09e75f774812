import { type ReactNode, type Ref, useId, useState } from 'react'
import { birthdateVerdict } from '../../contract/policy/birthdate.ts'
import { m } from '../paraglide/messages.js'
import { getLocale } from '../paraglide/runtime.js'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

type BirthdateFieldProps = {
  label: string
  /** The name under which the form has the date, `YYYY-MM-DD`. */
  name: string
  hint?: ReactNode
  error?: string | null
  /** `YYYY-MM-DD`, or empty. */
  defaultValue?: string
  /** The year, where a slip is likeliest. */
  ref?: Ref<HTMLInputElement>
}

/** A date that one knows by heart, typed in three parts: a calendar leads to it through decades. */
export function BirthdateField({ name, defaultValue = '', ref, ...field }: BirthdateFieldProps) {
  const [parts, setParts] = useState(() => partsOf(defaultValue))
  const date = `${parts.year}-${parts.month.padStart(2, '0')}-${parts.day.padStart(2, '0')}`
  const isWhole = Object.values(parts).every((it) => it !== '')
  const isWrong = isWhole && ['not a day', 'not possible'].includes(birthdateVerdict(date, null, Date.now()))
  const change = (part: Part, typed: string) =>
    setParts((before) =>
      // A whole date that is pasted into a part, or filled in by the browser, fills all three.
      isDate(typed) ? partsOf(typed) : { ...before, [part]: typed.replace(/\D/g, '').slice(0, lengths[part]) },
    )
  return (
    <Field {...field} group>
      <input type="hidden" name={name} value={isWhole ? date : ''} />
      <div className="flex gap-2">
        {orderHere().map((part, at) => (
          <DatePart
            key={part}
            part={part}
            value={parts[part]}
            wrong={at === 0 && isWrong ? m.ui_birthdate_wrong() : ''}
            onChange={(typed) => change(part, typed)}
            ref={part === 'year' ? ref : undefined}
          />
        ))}
      </div>
    </Field>
  )
}

type Part = 'day' | 'month' | 'year'
type DatePartProps = {
  part: Part
  value: string
  /** Why the form is not sent, or empty. */
  wrong: string
  onChange: (typed: string) => void
  ref: Ref<HTMLInputElement> | undefined
}

function DatePart({ part, value, wrong, onChange, ref }: DatePartProps) {
  const id = useId()
  return (
    <div
      ref={(element) => element?.querySelector('input')?.setCustomValidity(wrong)}
      className="flex min-w-0 flex-1 flex-col gap-1"
    >
      <label htmlFor={id} className="text-ink-soft text-sm">
        {{ day: m.ui_day, month: m.ui_month, year: m.ui_year }[part]()}
      </label>
      <Input
        id={id}
        ref={ref}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        inputMode="numeric"
        autoComplete={`bday-${part}`}
        required
      />
    </div>
  )
}

/** As dates are written here: plain English is American (spec §1). */
const orderHere = (): Part[] => (getLocale() === 'fr' ? ['day', 'month', 'year'] : ['month', 'day', 'year'])
const lengths: Record<Part, number> = { day: 2, month: 2, year: 4 }
const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)
const partsOf = (date: string): Record<Part, string> => {
  const [year = '', month = '', day = ''] = isDate(date) ? date.split('-') : []
  return { day, month, year }
}
