import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Agency } from '../../../contract/agency-shapes.ts'
import { dayText } from '../../lib/dates.ts'
import { m } from '../../paraglide/messages.js'
import { useStartActing } from '../../queries/acting.ts'
import { agenciesQuery, agencyKeys, invitationsQuery, linksQuery } from '../../queries/agencies.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { tabClasses, tabListClasses } from '../../ui/tabs.tsx'
import { Frame } from '../frame/frame.tsx'
import { CreateAgency } from './create-agency.tsx'
import { InvitationRow } from './invitation-row.tsx'
import { myGrants } from './my-grants.ts'
import { Person } from './person.tsx'
import { roleLabel } from './role-labels.ts'
import { ShiftBegins, ShiftLine } from './shift-line.tsx'
import { useShiftChange } from './use-shift-change.ts'

/** Mine, the invitations that wait for me, and the way to found one (product §33). */
export function AgenciesScreen() {
  const agencies = useQuery(agenciesQuery)
  const invitations = useQuery(invitationsQuery)
  const links = useQuery(linksQuery)
  const isRepresented = links.isPending || !!links.data?.data.length
  const [isCreating, setIsCreating] = useState(false)
  const create = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      {m.agencies_create()}
    </Button>
  )
  const waiting = invitations.data?.data ?? []
  const hasInbox =
    agencies.data?.data.some((it) => myGrants(it).some(({ grant }) => grant.permissions.can_chat)) === true
  return (
    <Frame title={m.title_agencies()} back="/settings">
      {hasInbox && <AgencyTabs />}
      {waiting.length > 0 && (
        <section aria-label={m.agencies_invitations()} className="border-hairline border-b py-3">
          <h2 className="px-4 pb-1 font-bold text-ink-soft text-sm sm:px-6">{m.agencies_invitations()}</h2>
          {waiting.map((it) => (
            <InvitationRow key={it.id} invitation={it} />
          ))}
        </section>
      )}
      {agencies.isPending && <SkeletonList rows={3} />}
      {agencies.isError && <ErrorState onRetry={() => void agencies.refetch()} busy={agencies.isFetching} />}
      <Representing />
      {agencies.data?.data.length === 0 && !isRepresented && (
        <EmptyState scene="seats" title={m.agencies_empty_title()} action={create}>
          {m.agencies_empty_text()}
        </EmptyState>
      )}
      {agencies.data?.data.map((it) => (
        <AgencySection key={it.id} agency={it} />
      ))}
      {agencies.data && agencies.data.data.length > 0 && <div className="p-4 sm:px-6">{create}</div>}
      <CreateAgency open={isCreating} onClose={() => setIsCreating(false)} />
    </Frame>
  )
}

/** The agencies that represent the viewer as a creator; how far each may go is set with the access to the account. */
function Representing() {
  const { data } = useQuery(linksQuery)
  if (!data?.data.length) return null
  return (
    <section aria-label={m.agencies_representing()} className="border-hairline border-b py-3">
      <h2 className="px-4 pb-1 font-bold text-ink-soft text-sm sm:px-6">{m.agencies_representing()}</h2>
      {data.data.map((it) => (
        <Link
          key={it.id}
          to="/settings/accounts"
          className="flex min-h-14 items-center gap-3 px-4 hover:bg-sunken sm:px-6"
        >
          <span className="wrap-anywhere min-w-0 flex-1 font-semibold">{it.agency.name}</span>
          <span className="text-right text-ink-soft text-sm">{m.agencies_representing_manage()}</span>
          <Icon name="chevron-right" className="size-5 text-ink-faint" />
        </Link>
      ))}
    </section>
  )
}

function AgencyTabs() {
  return (
    <nav aria-label={m.title_agencies()} className={tabListClasses}>
      {(['mine', 'desk'] as const).map((choice) => (
        <Link
          key={choice}
          to="/agencies"
          search={{ tab: choice === 'desk' ? choice : undefined }}
          replace
          activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
          aria-current={choice === 'mine' ? 'page' : undefined}
          className={tabClasses}
        >
          {choice === 'desk' ? m.agencies_inbox() : m.agencies_mine()}
        </Link>
      ))}
    </nav>
  )
}

/** One agency: where to manage it, and whom I may act as right away. */
function AgencySection({ agency }: { agency: Agency }) {
  const { busyFor, start } = useStartActing()
  const creators = myGrants(agency)
  useShiftChange(
    creators.map((it) => it.grant.shift),
    agencyKeys.mine,
  )
  return (
    <section className="border-hairline border-b py-2">
      <Link
        to="/agency/$id"
        params={{ id: agency.id }}
        data-item
        className="flex min-h-14 items-center gap-3 px-4 hover:bg-sunken sm:px-6"
      >
        <h2 className="min-w-0 flex-1 truncate font-bold text-lg">{agency.name}</h2>
        <Badge>{roleLabel(agency.role)}</Badge>
        <Icon name="chevron-right" className="size-5 text-ink-faint" />
      </Link>
      {creators.map(({ creator, grant }) => (
        <Person
          key={creator.id}
          user={creator.user}
          actions={
            grant.shift?.is_on === false ? (
              <ShiftBegins shift={grant.shift} />
            ) : (
              <Button
                size="sm"
                busy={busyFor === creator.user.id}
                onClick={() => start({ targetId: creator.user.id, agencyId: agency.id })}
              >
                {m.acting_act_as()}
              </Button>
            )
          }
        >
          <ShiftLine shift={grant.shift} />
          {grant.until ? m.agencies_until({ date: dayText(grant.until) }) : `@${creator.user.username ?? ''}`}
        </Person>
      ))}
    </section>
  )
}
