import type { AuditEntry } from '../../../contract/agency-shapes.ts'
import { m } from '../../paraglide/messages.js'
import { Avatar } from '../../ui/avatar.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { actionLabel } from './audit-labels.ts'
import { nameOf } from './person.tsx'

/** Lines of the log: who did what in whose name, and when. */
export function AuditList({ entries, withSubject }: { entries: readonly AuditEntry[]; withSubject: boolean }) {
  return (
    <ol className="divide-y divide-hairline">
      {entries.map((entry) => (
        <li key={entry.id} data-act={entry.action} className="flex items-center gap-3 px-4 py-3 sm:px-6">
          <Avatar user={entry.actor} size="sm" />
          <p className="min-w-0 flex-1">
            <strong className="font-semibold">{nameOf(entry.actor)}</strong>{' '}
            <span className="text-ink-soft">
              {actionLabel(entry.action)}
              {entry.about && `\u00a0· ${nameOf(entry.about)}`}
              {withSubject &&
                entry.subject.id !== entry.actor.id &&
                `\u00a0· ${m.agencies_as({ name: nameOf(entry.subject) })}`}
            </span>
          </p>
          <TimeAgo at={entry.at} className="shrink-0 text-ink-faint text-sm" />
        </li>
      ))}
    </ol>
  )
}
