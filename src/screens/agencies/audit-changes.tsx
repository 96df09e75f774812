import type { AuditChange, AuditField } from '../../../contract/agency-shapes.ts'
import { parseShiftLog } from '../../../contract/policy/shift.ts'
import { shiftText } from '../../lib/shift-text.ts'
import { visibilityNames } from '../../lib/visibility-names.ts'
import { m } from '../../paraglide/messages.js'
import { Coins } from '../../ui/coins.tsx'

/** What an act wrote, or changed from what to what. */
export function AuditChanges({ changes }: { changes: readonly AuditChange[] }) {
  return (
    <dl className="space-y-3 px-4 pb-4 pl-16 text-sm sm:px-6 sm:pl-[4.5rem]">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt className="font-semibold text-ink-soft">{fieldNames[field]()}</dt>
          {before !== null && (
            <dd className="wrap-anywhere whitespace-pre-wrap text-ink-soft">
              <del className="decoration-ink-faint">
                <span className="sr-only">{m.agencies_change_before()} </span>
                <Value field={field} value={before} />
              </del>
            </dd>
          )}
          <dd className="wrap-anywhere whitespace-pre-wrap">
            {before !== null && <span className="sr-only">{m.agencies_change_after()} </span>}
            {after === null ? m.agencies_change_nothing() : <Value field={field} value={after} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ field, value }: { field: AuditField; value: string }) {
  if (field === 'price') return <Coins amount={Number(value)} />
  if (field === 'visibility') return visibilityNames[value as keyof typeof visibilityNames]?.() ?? value
  if (field === 'shift') return shiftWords(value)
  if (field === 'bundles') return bundlesText(value)
  return value
}

function shiftWords(value: string): string {
  const shift = parseShiftLog(value)
  return shift === null ? m.agencies_shift_always() : shiftText(shift)
}

/** `3:10 12:25` of the log: months and percent. */
const bundlesText = (value: string): string =>
  value
    .split(' ')
    .map((it) => it.split(':'))
    .map(([count = '', percent = '']) => `${m.bundles_months({ count })}, ${m.bundles_percent({ percent })}`)
    .join(' · ')

const fieldNames: Record<AuditField, () => string> = {
  text: m.agencies_field_text,
  price: m.agencies_field_price,
  visibility: m.agencies_field_visibility,
  display_name: m.agencies_field_display_name,
  bio: m.agencies_field_bio,
  location: m.agencies_field_location,
  shift: m.agencies_field_shift,
  bundles: m.agencies_field_bundles,
}
