import { messageLength } from '../../../contract/limits.ts'
import {
  comparedEach,
  compareFrom,
  compareHours,
  compareSurelyFrom,
  measureOf,
} from '../../../contract/policy/text-comparison.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { NamePreview } from './name-preview.tsx'
import type { Written } from './use-broadcast-draft.ts'

type SecondTextProps = {
  written: Written
  /** How many would get the broadcast now. */
  count: number
  onChange: (part: Partial<Written>) => void
}

/** A second text, and by what rule and when the better of both goes to all others (product §88). */
export function SecondText({ written, count, onChange }: SecondTextProps) {
  if (!written.isComparing)
    return (
      <div className="-ml-3 flex">
        <Button
          variant="ghost"
          disabledReason={count < compareFrom ? fewText(count) : null}
          onClick={() => onChange({ isComparing: true })}
        >
          <Icon name="plus" />
          {m.broadcasts_compare()}
        </Button>
      </div>
    )
  return (
    <div className="flex flex-col gap-4 rounded-media border border-hairline p-4">
      <Field label={m.broadcasts_compare_text()}>
        <Textarea
          value={written.second}
          maxLength={messageLength}
          onChange={(event) => onChange({ second: event.target.value })}
        />
      </Field>
      <NamePreview content={written.second} />
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <Field label={m.broadcasts_compare_after()}>
          <Select
            value={written.hours}
            onChange={(event) => {
              const hours = compareHours.find((it) => String(it) === event.target.value)
              if (hours) onChange({ hours })
            }}
          >
            {compareHours.map((hours) => (
              <option key={hours} value={hours}>
                {m.broadcasts_compare_hours({ count: hours })}
              </option>
            ))}
          </Select>
        </Field>
        <Button variant="ghost" onClick={() => onChange({ isComparing: false, second: '' })}>
          {m.broadcasts_compare_remove()}
        </Button>
      </div>
      <p aria-live="polite" className="text-ink-soft text-sm">
        {ruleText(written, count)}
      </p>
    </div>
  )
}

const fewText = (count: number): string => m.broadcasts_compare_few({ from: compareFrom, count })

/** Who gets what, and what decides. */
function ruleText({ attached }: Written, count: number): string {
  const each = comparedEach(count)
  if (each === 0) return fewText(count)
  const byWhat =
    measureOf(attached.price) === 'unlocked' ? m.broadcasts_compare_by_unlocked : m.broadcasts_compare_by_opened
  return [byWhat({ count: each }), count < compareSurelyFrom && m.broadcasts_compare_chance()].filter(Boolean).join(' ')
}

type Texts = { content: string; second_content: string | null }

/** Why two texts cannot be sent as they are; null for one text. */
export function whyNotCompared({ content, second_content: second }: Texts, count: number): string | null {
  if (second === null) return null
  if (second === '') return m.broadcasts_compare_missing()
  if (second === content) return m.broadcasts_compare_same()
  return count < compareFrom ? fewText(count) : null
}
