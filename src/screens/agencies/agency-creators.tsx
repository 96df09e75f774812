import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Agency } from '../../../contract/agency-shapes.ts'
import { managesAgency } from '../../../contract/policy/supervision.ts'
import { m } from '../../paraglide/messages.js'
import { useStartActing } from '../../queries/acting.ts'
import { agencyKeys, useRemoveCreator, useWithdrawInvitation } from '../../queries/agencies.ts'
import { agencyCreatorsQuery } from '../../queries/agency-team.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Menu } from '../../ui/menu.tsx'
import { TypedSearch } from '../../ui/typed-search.tsx'
import { type AgencyPanelProps, manyRows } from './agency-panel.ts'
import { FlagBadges } from './flag-badges.tsx'
import { InviteSheet } from './invite-sheet.tsx'
import { myGrants } from './my-grants.ts'
import { PagedRows } from './paged-rows.tsx'
import { nameOf, Person } from './person.tsx'
import { ShiftBegins, ShiftLine } from './shift-line.tsx'
import { useShiftChange } from './use-shift-change.ts'

/** The creators whom the agency represents, and "Act as" where I have a grant. */
export function AgencyCreators({ agency, shown, onShow }: AgencyPanelProps) {
  const creators = useInfiniteQuery(agencyCreatorsQuery(agency.id, shown.q))
  const [isInviting, setIsInviting] = useState(false)
  const manages = managesAgency(agency.role)
  useShiftChange(
    agency.grants.map((it) => it.shift),
    agencyKeys.one(agency.id),
  )
  const invite = manages && (
    <Button variant="primary" onClick={() => setIsInviting(true)}>
      {m.agencies_invite_creator()}
    </Button>
  )
  return (
    <>
      {(agency.creators.length > manyRows || shown.q !== undefined) && (
        <div className="flex border-hairline border-b px-4 py-3 sm:px-6">
          <TypedSearch
            label={m.agencies_search_creator()}
            value={shown.q ?? ''}
            onChange={(q) => onShow({ q: q || undefined })}
          />
        </div>
      )}
      <div className="divide-y divide-hairline">
        <PagedRows
          list={creators}
          nothing={
            shown.q === undefined && (
              <EmptyState scene="seats" title={m.agencies_no_creators()} action={invite}>
                {m.agencies_no_creators_text()}
              </EmptyState>
            )
          }
        >
          {(rows) => rows.map((it) => <Creator key={it.id} agency={agency} creator={it} />)}
        </PagedRows>
      </div>
      {agency.creators.length > 0 && invite && <div className="p-4 sm:px-6">{invite}</div>}
      <InviteSheet
        agencyId={agency.id}
        kind="creator"
        open={isInviting}
        onClose={() => setIsInviting(false)}
        mayInviteAdmins={false}
      />
    </>
  )
}

function Creator({ agency, creator }: { agency: Agency; creator: Agency['creators'][number] }) {
  const { busyFor, start } = useStartActing()
  const remove = useRemoveCreator()
  const withdraw = useWithdrawInvitation()
  const [isEnding, setIsEnding] = useState(false)
  const grant = myGrants(agency).find((it) => it.creator.id === creator.id)?.grant
  const isWaiting = creator.status === 'invited'
  const end = isWaiting ? withdraw : remove
  const close = () => setIsEnding(false)
  const confirm = () =>
    isWaiting
      ? withdraw.mutate({ id: agency.id, invitationId: creator.id }, { onSuccess: close })
      : remove.mutate({ id: agency.id, creatorId: creator.id }, { onSuccess: close })
  const word = isWaiting ? m.agencies_withdraw() : m.agencies_end_link()
  return (
    <Person
      user={creator.user}
      actions={
        <>
          {!isWaiting && grant?.shift?.is_on === false && <ShiftBegins shift={grant.shift} />}
          {!isWaiting && grant?.shift?.is_on !== false && (
            <Button
              variant={grant ? 'primary' : 'secondary'}
              size="sm"
              busy={busyFor === creator.user.id}
              disabledReason={grant ? null : m.acting_no_grant()}
              onClick={() => start({ targetId: creator.user.id, agencyId: agency.id })}
            >
              {m.acting_act_as()}
            </Button>
          )}
          {managesAgency(agency.role) && (
            <Menu items={[{ label: word, icon: 'user-minus', danger: true, onSelect: () => setIsEnding(true) }]} />
          )}
          <ConfirmSheet
            open={isEnding}
            onClose={close}
            title={word}
            confirm={word}
            onConfirm={confirm}
            busy={end.isPending}
            error={end.error}
          >
            {m.agencies_end_link_text({ name: nameOf(creator.user) })}
          </ConfirmSheet>
        </>
      }
    >
      {isWaiting ? (
        <Badge>{m.agencies_waiting()}</Badge>
      ) : (
        <>
          <FlagBadges permissions={grant?.permissions ?? creator.ceiling} />
          <ShiftLine shift={grant?.shift} />
        </>
      )}
    </Person>
  )
}
