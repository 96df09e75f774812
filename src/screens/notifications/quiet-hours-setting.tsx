import { useState } from 'react'
import type { NotificationSettings } from '../../../contract/notifications.ts'
import { m } from '../../paraglide/messages.js'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Switch } from '../../ui/switch.tsx'

type Quiet = NotificationSettings['quiet']

/** Hours of every day in which pushes and mails wait, by the clock of this device. */
export function QuietHoursSetting({
  settings: { quiet },
  onChange,
}: {
  settings: NotificationSettings
  onChange: (quiet: Quiet) => void
}) {
  const [{ from, to }, setTyped] = useState(quiet ?? usual)
  const set = (hours: { from: string; to: string }) => {
    setTyped(hours)
    // A field that is being typed in is empty for a moment.
    if (hours.from && hours.to && hours.from !== hours.to) onChange({ ...hours, time_zone: deviceZone() })
  }
  return (
    <>
      <Switch
        label={m.notifications_quiet()}
        checked={quiet !== null}
        hint={m.notifications_quiet_hint()}
        onChange={(isOn) => (isOn ? set({ from, to }) : onChange(null))}
      />
      {quiet && (
        <div className="flex flex-wrap gap-3 py-2">
          <Field label={m.notifications_quiet_from()} className="min-w-32 flex-1">
            <Input type="time" value={from} onChange={(event) => set({ from: event.target.value, to })} />
          </Field>
          <Field
            label={m.notifications_quiet_to()}
            error={from === to ? m.notifications_quiet_same() : undefined}
            className="min-w-32 flex-1"
          >
            <Input type="time" value={to} onChange={(event) => set({ from, to: event.target.value })} />
          </Field>
        </div>
      )}
    </>
  )
}

const usual = { from: '22:00', to: '07:00' }
const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
