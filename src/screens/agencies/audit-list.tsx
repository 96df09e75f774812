import type { AuditEntry } from '../../../contract/agency-shapes.ts'
import { m } from '../../paraglide/messages.js'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { AuditChanges } from './audit-changes.tsx'
import { actionLabel } from './audit-labels.ts'
import { nameOf } from './person.tsx'

type AuditListProps = { entries: readonly AuditEntry[]; withSubject: boolean }

/** Lines of the log: who did what in whose name, and when. A line that wrote or changed something opens to it. */
export function AuditList({ entries, withSubject }: AuditListProps) {
  return (
    <ol className="divide-y divide-hairline">
      {entries.map((entry) => (
        <li key={entry.id} data-act={entry.action}>
          {entry.changes.length === 0 ? (
            <div className={line}>
              <Act entry={entry} withSubject={withSubject} />
            </div>
          ) : (
            <details className="group">
              <summary className={`${line} cursor-pointer list-none [&::-webkit-details-marker]:hidden`}>
                <Act entry={entry} withSubject={withSubject} />
                <Icon name="chevron-down" className="size-4 shrink-0 text-ink-faint group-open:rotate-180" />
              </summary>
              <AuditChanges changes={entry.changes} />
            </details>
          )}
        </li>
      ))}
    </ol>
  )
}

const line = 'flex items-center gap-3 px-4 py-3 sm:px-6'

function Act({ entry, withSubject }: { entry: AuditEntry; withSubject: boolean }) {
  const { actor, subject, about } = entry
  return (
    <>
      <Avatar user={actor} size="sm" />
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">{nameOf(actor)}</strong>{' '}
        <span className="text-ink-soft">
          {actionLabel(entry.action)}
          {about && `\u00a0· ${nameOf(about)}`}
          {withSubject && subject.id !== actor.id && `\u00a0· ${m.agencies_as({ name: nameOf(subject) })}`}
        </span>
      </p>
      <TimeAgo at={entry.at} className="shrink-0 text-ink-faint text-sm" />
    </>
  )
}
