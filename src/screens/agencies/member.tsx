import { useState } from 'react'
import type { Agency, MemberRole } from '../../../contract/agency-shapes.ts'
import { mayRemove } from '../../../contract/policy/supervision.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useChangeMember, useRemoveMember } from '../../queries/agencies.ts'
import { toast } from '../../stores/toasts.ts'
import { Badge } from '../../ui/badge.tsx'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuItem } from '../../ui/menu-trigger.tsx'
import { nameOf, Person } from './person.tsx'
import { roleLabel } from './role-labels.ts'

/** A member with their role, and what those above may change. */
export function Member({ agency, member }: { agency: Agency; member: Agency['members'][number] }) {
  const change = useChangeMember()
  const remove = useRemoveMember()
  const [isRemoving, setIsRemoving] = useState(false)
  const [isPromoting, setIsPromoting] = useState(false)
  const [isSupervising, setIsSupervising] = useState(false)
  const isMe = member.id === agency.my_member_id
  const failed = (error: unknown) => void toast(errorMessage(error), { type: 'error' })
  const to = (role: MemberRole) => () =>
    change.mutate({ id: agency.id, memberId: member.id, role }, { onError: failed })
  const items: MenuItem[] = []
  if (agency.role === 'owner' && !isMe) {
    for (const role of givenRoles.filter((it) => it !== member.role))
      items.push({
        label: m.agencies_make_role({ role: roleLabel(role) }),
        icon: role === 'supervisor' ? 'eye' : 'users',
        onSelect: role === 'supervisor' ? () => setIsSupervising(true) : to(role),
      })
    items.push({
      label: m.agencies_make_role({ role: roleLabel('owner') }),
      icon: 'key-round',
      onSelect: () => setIsPromoting(true),
    })
  }
  if (!isMe && mayRemove(agency.role, member.role, false)) {
    items.push({
      label: m.agencies_remove_member(),
      icon: 'user-minus',
      danger: true,
      onSelect: () => setIsRemoving(true),
    })
  }
  return (
    <Person
      user={member.user}
      actions={
        <>
          <Badge tone={member.role === 'owner' ? 'brass' : 'plain'}>{roleLabel(member.role)}</Badge>
          {items.length > 0 && <Menu items={items} />}
          <ConfirmSheet
            open={isPromoting}
            onClose={() => setIsPromoting(false)}
            title={m.agencies_make_owner_title({ name: nameOf(member.user) })}
            confirm={m.agencies_make_role({ role: roleLabel('owner') })}
            onConfirm={() =>
              change.mutate(
                { id: agency.id, memberId: member.id, role: 'owner' },
                { onSuccess: () => setIsPromoting(false) },
              )
            }
            busy={change.isPending}
            error={change.error}
          >
            {m.agencies_make_owner_text({ name: nameOf(member.user), agency: agency.name })}
          </ConfirmSheet>
          <ConfirmSheet
            open={isSupervising}
            onClose={() => setIsSupervising(false)}
            title={m.agencies_make_supervisor_title({ name: nameOf(member.user) })}
            confirm={m.agencies_make_role({ role: roleLabel('supervisor') })}
            onConfirm={() =>
              change.mutate(
                { id: agency.id, memberId: member.id, role: 'supervisor' },
                { onSuccess: () => setIsSupervising(false) },
              )
            }
            busy={change.isPending}
            error={change.error}
          >
            {m.agencies_make_supervisor_text({ name: nameOf(member.user) })}
          </ConfirmSheet>
          <ConfirmSheet
            open={isRemoving}
            onClose={() => setIsRemoving(false)}
            title={m.agencies_remove_member()}
            confirm={m.agencies_remove_member()}
            onConfirm={() =>
              remove.mutate({ id: agency.id, memberId: member.id }, { onSuccess: () => setIsRemoving(false) })
            }
            busy={remove.isPending}
            error={remove.error}
          >
            {m.agencies_remove_member_text({ name: nameOf(member.user) })}
          </ConfirmSheet>
        </>
      }
    >
      {isMe ? m.agencies_you() : `@${member.user.username ?? ''}`}
    </Person>
  )
}

/** What the owner may make of a member at once; another owner is asked about. */
const givenRoles = ['admin', 'supervisor', 'operator'] as const
