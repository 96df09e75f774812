import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Agency } from '../../../contract/agency-shapes.ts'
import { managesAgency } from '../../../contract/policy/supervision.ts'
import { m } from '../../paraglide/messages.js'
import { useDissolveAgency, useRemoveMember, useWithdrawInvitation } from '../../queries/agencies.ts'
import { agencyMembersQuery } from '../../queries/agency-team.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { TypedSearch } from '../../ui/typed-search.tsx'
import { type AgencyPanelProps, manyRows } from './agency-panel.ts'
import { InviteSheet } from './invite-sheet.tsx'
import { Member } from './member.tsx'
import { PagedRows } from './paged-rows.tsx'
import { Person } from './person.tsx'
import { RenameAgency } from './rename-agency.tsx'
import { roleLabel } from './role-labels.ts'
import { WritingRulesOfAgency } from './writing-rules-form.tsx'

/** Who works here, who is asked to, and the way out. */
export function AgencyTeam({ agency, shown, onShow }: AgencyPanelProps) {
  const team = useInfiniteQuery(agencyMembersQuery(agency.id, shown.q))
  const [isInviting, setIsInviting] = useState(false)
  const manages = managesAgency(agency.role)
  const waiting = shown.q === undefined ? agency.invitations.filter((it) => it.kind === 'member') : []
  return (
    <>
      {(agency.members.length > manyRows || shown.q !== undefined) && (
        <div className="flex border-hairline border-b px-4 py-3 sm:px-6">
          <TypedSearch
            label={m.agencies_search_member()}
            value={shown.q ?? ''}
            onChange={(q) => onShow({ q: q || undefined })}
          />
        </div>
      )}
      <div className="divide-y divide-hairline">
        {waiting.map((it) => (
          <Waiting key={it.id} agency={agency} invitation={it} />
        ))}
        <PagedRows list={team}>
          {(members) => members.map((it) => <Member key={it.id} agency={agency} member={it} />)}
        </PagedRows>
      </div>
      {manages && (
        <div className="px-4 py-4 sm:px-6">
          <Button variant="primary" onClick={() => setIsInviting(true)}>
            {m.agencies_invite_member()}
          </Button>
        </div>
      )}
      <section
        aria-label={m.agencies_house()}
        className="flex flex-col gap-4 border-hairline border-t px-4 py-6 sm:px-6"
      >
        {manages && <RenameAgency agency={agency} />}
        <WritingRulesOfAgency agencyId={agency.id} />
        <Leave agency={agency} />
      </section>
      <InviteSheet
        agencyId={agency.id}
        kind="member"
        open={isInviting}
        onClose={() => setIsInviting(false)}
        mayInviteAdmins={agency.role === 'owner'}
      />
    </>
  )
}

function Waiting({ agency, invitation }: { agency: Agency; invitation: Agency['invitations'][number] }) {
  const withdraw = useWithdrawInvitation()
  return (
    <Person
      user={invitation.user}
      actions={
        <Button
          size="sm"
          variant="ghost"
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate({ id: agency.id, invitationId: invitation.id })}
        >
          {m.agencies_withdraw()}
        </Button>
      }
    >
      <Badge>{m.agencies_waiting()}</Badge> {invitation.role && roleLabel(invitation.role)}
    </Person>
  )
}

/** The owner dissolves the agency, other members leave it; both end the grants at once. */
function Leave({ agency }: { agency: Agency }) {
  const navigate = useNavigate()
  const dissolve = useDissolveAgency()
  const leave = useRemoveMember()
  const [isConfirming, setIsConfirming] = useState(false)
  const isOwner = agency.role === 'owner'
  const away = { onSuccess: () => void navigate({ to: '/agencies' }) }
  const confirm = () =>
    isOwner
      ? dissolve.mutate({ id: agency.id }, away)
      : leave.mutate({ id: agency.id, memberId: agency.my_member_id }, away)
  const word = isOwner ? m.agencies_dissolve() : m.agencies_leave()
  const mutation = isOwner ? dissolve : leave
  return (
    <div>
      <Button variant="danger" onClick={() => setIsConfirming(true)}>
        {word}
      </Button>
      <ConfirmSheet
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={word}
        confirm={word}
        onConfirm={confirm}
        busy={mutation.isPending}
        error={mutation.error}
      >
        {isOwner ? m.agencies_dissolve_text({ agency: agency.name }) : m.agencies_leave_text({ agency: agency.name })}
      </ConfirmSheet>
    </div>
  )
}
