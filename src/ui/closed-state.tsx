import type { Flag } from '../../contract/endpoint.ts'
import { flagLabels } from '../lib/flag-labels.ts'
import { m } from '../paraglide/messages.js'
import { Icon } from './icon.tsx'

type ClosedStateProps = {
  /** The right that would open it; `owner` where none does. */
  flag: Flag | 'owner'
  /** In whose name the viewer acts, with the `@`. */
  name: string
}

/** A part of the page that is closed to this operator: the right that would open it, and who grants it. */
export function ClosedState({ flag, name }: ClosedStateProps) {
  return (
    <div data-closed={flag} className="flex flex-col items-start gap-3 px-5 py-12 sm:px-8">
      <Icon name="lock" className="mb-1 size-6 text-ink-soft" />
      <h2 className="font-bold text-lg">{m.acting_closed_title()}</h2>
      <p className="max-w-[28rem] text-ink-soft">
        {flag === 'owner'
          ? m.acting_closed_owner({ name })
          : m.acting_closed_flag({ name, flag: flagLabels[flag].name() })}
      </p>
    </div>
  )
}
