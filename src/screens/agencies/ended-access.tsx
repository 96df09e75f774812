import { useQuery } from '@tanstack/react-query'
import type { EndedAccess as Ended } from '../../../contract/agency-shapes.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { endedAccessQuery, useAllowAccess } from '../../queries/agencies.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { nameOf, Person } from './person.tsx'

/** The operators whose access the creator has ended: no agency gives it again before they allow it (product §49). */
export function EndedAccess() {
  const { data } = useQuery(endedAccessQuery)
  if (!data?.data.length) return null
  return (
    <section aria-label={m.agencies_ended_title()}>
      <h3 className="px-4 pt-4 font-bold text-ink-soft text-sm sm:px-6">{m.agencies_ended_title()}</h3>
      <p className="px-4 text-ink-soft text-sm sm:px-6">{m.agencies_ended_text()}</p>
      {data.data.map((it) => (
        <Row key={it.id} access={it} />
      ))}
    </section>
  )
}

function Row({ access: { id, operator, agency, ended_at } }: { access: Ended }) {
  const allow = useAllowAccess()
  // The row is gone when the answer comes, so the callback runs on the promise.
  const press = () =>
    allow.mutateAsync({ grantId: id }).then(
      () => void toast(m.agencies_allowed_again({ agency: agency.name, name: nameOf(operator) }), { type: 'success' }),
      (error: unknown) => void toast(errorMessage(error), { type: 'error' }),
    )
  return (
    <Person
      user={operator}
      actions={
        <Button size="sm" busy={allow.isPending} onClick={() => void press()}>
          {m.agencies_allow_again()}
        </Button>
      }
    >
      <span className="block">{agency.name}</span>
      {m.agencies_ended_at()} <TimeAgo at={ended_at} />
    </Person>
  )
}
