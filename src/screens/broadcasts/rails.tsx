import { useQuery } from '@tanstack/react-query'
import { mostPerWeek } from '../../../contract/limits.ts'
import { m } from '../../paraglide/messages.js'
import { broadcastLimitQuery, useSetBroadcastLimit } from '../../queries/broadcasts.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { Written } from './use-broadcast-draft.ts'

type RailsProps = { written: Written; onChange: (part: Partial<Written>) => void }

/** Who is left out of any audience, so that a broadcast annoys no one (product §51). */
export function Rails({ written, onChange }: RailsProps) {
  const { data } = useQuery(broadcastLimitQuery)
  const { mutate } = useSetBroadcastLimit()
  return (
    <div className="grid items-end gap-4 sm:grid-cols-2">
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={written.skip_waiting}
          onChange={(event) => onChange({ skip_waiting: event.target.checked })}
          className="size-5 shrink-0 accent-signal"
        />
        {m.broadcasts_skip_waiting()}
      </label>
      <Field label={m.broadcasts_per_week()}>
        <Select
          value={data?.per_week ?? ''}
          disabled={data === undefined}
          onChange={(event) => mutate(Number(event.target.value))}
        >
          {Array.from({ length: mostPerWeek }, (_, at) => at + 1).map((count) => (
            <option key={count} value={count}>
              {m.broadcasts_per_week_option({ count })}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}
