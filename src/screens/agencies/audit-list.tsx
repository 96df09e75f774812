import type { AuditEntry } from '../../../contract/agencies.ts'
import { m } from '../../paraglide/messages.js'
import { Avatar } from '../../ui/avatar.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { actionLabel } from './audit-labels.ts'
import { nameOf } from './person.tsx'

/** Lines of the log: who did what in whose name, and when. */
export function AuditList({ acts, withSubject }: { acts: readonly AuditEntry[]; withSubject: boolean }) {
  return (
    <ol className="divide-y divide-hairline">
      {acts.map((it) => (
        <li key={it.id} data-act={it.action} className="flex items-center gap-3 px-4 py-3 sm:px-6">
          <Avatar user={it.actor} size="sm" />
          <p className="min-w-0 flex-1">
            <strong className="font-semibold">{nameOf(it.actor)}</strong>{' '}
            <span className="text-ink-soft">
              {actionLabel(it.action)}
              {it.about && ` · ${nameOf(it.about)}`}
              {withSubject && it.subject.id !== it.actor.id && ` · ${m.agencies_as({ name: nameOf(it.subject) })}`}
            </span>
          </p>
          <TimeAgo at={it.at} className="shrink-0 text-ink-faint text-sm" />
        </li>
      ))}
    </ol>
  )
}
