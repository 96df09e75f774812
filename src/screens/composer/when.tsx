import { leastPostTime } from '../../../contract/limits.ts'
import { m } from '../../paraglide/messages.js'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Switch } from '../../ui/switch.tsx'
import { localTime } from './draft-state.ts'

/** Now, or at a moment of the writer's own clock. */
export function When({ at, onChange }: { at: string | null; onChange: (at: string | null) => void }) {
  return (
    <div>
      <Switch
        label={m.composer_later()}
        checked={at !== null}
        onChange={(later) => onChange(later ? inHours(1) : null)}
      />
      {at !== null && <Moment label={m.composer_date()} at={at} min={inHours(0)} onChange={onChange} />}
    </div>
  )
}

type UntilProps = {
  at: string | null
  /** When the post comes out, where it is planned. */
  from: string | null
  onChange: (at: string | null) => void
}

/** Whether and when it is archived by itself: a day after it comes out, if the writer chooses nothing else. */
export function Until({ at, from, onChange }: UntilProps) {
  const start = from === null ? Date.now() : new Date(from).getTime() || Date.now()
  return (
    <div>
      <Switch
        label={m.composer_expires()}
        hint={m.composer_expires_hint()}
        checked={at !== null}
        onChange={(ends) => onChange(ends ? localTime(new Date(start + 24 * hour)) : null)}
      />
      {at !== null && (
        <Moment
          label={m.composer_expires_at()}
          at={at}
          min={localTime(new Date(from === null ? start : start + leastPostTime))}
          onChange={onChange}
        />
      )}
    </div>
  )
}

type MomentProps = { label: string; at: string; min: string; onChange: (at: string) => void }

function Moment({ label, at, min, onChange }: MomentProps) {
  return (
    <Field label={label}>
      <Input type="datetime-local" value={at} min={min} required onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}

const hour = 3_600_000
const inHours = (count: number): string => localTime(new Date(Date.now() + count * hour))
