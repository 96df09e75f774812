import { useEffect, useState } from 'react'
import { type Discreet, lockChoices, plainName, readDiscreet, saveDiscreet } from '../../lib/discreet.ts'
import { m } from '../../paraglide/messages.js'
import { Field } from '../../ui/field.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Frame } from '../frame/frame.tsx'

/** What this browser shows to others who look at it: name and icon, the lock, and the way out. */
export function DiscreetScreen() {
  const [chosen, setChosen] = useState<Discreet | null>(null)
  // The server cannot know what a browser has chosen.
  useEffect(() => setChosen(readDiscreet()), [])
  const change = (part: Partial<Discreet>) => {
    const next = { ...readDiscreet(), ...part }
    saveDiscreet(next)
    setChosen(next)
    // Title, icons and watches are set up once for a page.
    location.reload()
  }
  const { plain, lockMinutes, leave } = chosen ?? { plain: false, lockMinutes: 0, leave: false }
  return (
    <Frame title={m.title_settings_discreet()} back="/settings">
      <div className="flex flex-col gap-4 px-4 py-4 sm:px-6">
        <p className="text-ink-soft">{m.discreet_here()}</p>
        <Switch
          label={m.discreet_plain({ name: plainName })}
          hint={m.discreet_plain_hint()}
          checked={plain}
          onChange={(it) => change({ plain: it })}
        />
        <Field label={m.discreet_lock()} hint={m.discreet_lock_hint()}>
          <Select value={lockMinutes} onChange={(event) => change({ lockMinutes: Number(event.target.value) })}>
            {lockChoices.map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutes === 0 ? m.discreet_lock_never() : m.discreet_lock_minutes({ count: minutes })}
              </option>
            ))}
          </Select>
        </Field>
        <Switch
          label={m.discreet_leave()}
          hint={m.discreet_leave_hint()}
          checked={leave}
          onChange={(it) => change({ leave: it })}
        />
        <p className="text-ink-soft text-sm">
          {m.discreet_more()}{' '}
          <PageLink href="/settings/notifications" className="font-semibold text-ink underline underline-offset-4">
            {m.notifications_settings()}
          </PageLink>
        </p>
      </div>
    </Frame>
  )
}
