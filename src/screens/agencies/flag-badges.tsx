import type { Permissions } from '../../../contract/profile.ts'
import { openFlags } from '../../lib/flag-labels.ts'
import { m } from '../../paraglide/messages.js'
import { Badge } from '../../ui/badge.tsx'

/** The open flags as words. */
export function FlagBadges({ permissions }: { permissions: Permissions }) {
  const open = openFlags(permissions)
  return (
    <span className="flex flex-wrap gap-1">
      {open.length === 0 && <span className="text-ink-soft text-sm">{m.agencies_flags_none()}</span>}
      {open.map((name) => (
        <Badge key={name}>{name}</Badge>
      ))}
    </span>
  )
}
