import { m } from '../../paraglide/messages.js'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Switch } from '../../ui/switch.tsx'
import { localTime } from './draft-state.ts'

/** Now, or at a moment of the writer's own clock. */
export function When({ at, onChange }: { at: string | null; onChange: (at: string | null) => void }) {
  const inAnHour = () => localTime(new Date(Date.now() + 3_600_000))
  return (
    <div>
      <Switch
        label={m.composer_later()}
        checked={at !== null}
        onChange={(later) => onChange(later ? inAnHour() : null)}
      />
      {at !== null && (
        <Field label={m.composer_date()}>
          <Input
            type="datetime-local"
            value={at}
            min={localTime(new Date())}
            required
            onChange={(event) => onChange(event.target.value)}
          />
        </Field>
      )}
    </div>
  )
}
