import { flags } from '../../../contract/endpoint.ts'
import type { Permissions } from '../../../contract/profile.ts'
import { flagLabels } from '../../lib/flag-labels.ts'
import { m } from '../../paraglide/messages.js'
import { Switch } from '../../ui/switch.tsx'

type FlagSwitchesProps = {
  value: Permissions
  onChange: (value: Permissions) => void
  /** What may be opened at most; a flag beyond it says so. */
  ceiling?: Permissions
}

/** The six flags, each with what it opens. */
export function FlagSwitches({ value, onChange, ceiling }: FlagSwitchesProps) {
  return (
    <div className="divide-y divide-hairline">
      {flags.map((flag) => (
        <Switch
          key={flag}
          label={flagLabels[flag].name()}
          hint={flagLabels[flag].hint()}
          checked={value[flag]}
          disabledReason={ceiling && !ceiling[flag] ? m.agencies_beyond_ceiling() : null}
          onChange={(checked) => onChange({ ...value, [flag]: checked })}
        />
      ))}
    </div>
  )
}
