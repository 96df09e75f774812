import type { Invitation } from '../../../contract/agency-shapes.ts'
import { beforeId } from '../../platform/db/keyset.ts'
import {
  cursorValue,
  int,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  textOf,
  timestamptz,
  uuid,
  uuids,
} from '../../platform/db/statement.ts'

/** Columns of invitation `i` of agency `a`; every statement that presents invitations uses them. */
const invitationColumns = `i.id, i.kind, i.role, i.agency_id, a.name as agency_name, i.user_id, i.invited_by, i.created_at`
const invitationTypes = {
  id: uuid,
  kind: textOf<Invitation['kind']>(),
  role: orNull(textOf<NonNullable<Invitation['role']>>()),
  agency_id: uuid,
  agency_name: text,
  user_id: uuid,
  invited_by: uuid,
  created_at: timestamptz,
}
export type InvitationRow = RowOf<typeof invitationTypes>

export const readInvitation = statement(
  'agencies_invitation_by_id',
  { invitation: uuid },
  invitationTypes,
  ({ invitation }) => `
    select ${invitationColumns} from agency_invitations i join agencies a on a.id = i.agency_id where i.id = ${invitation}`,
)

/** The pending invitations of one user. */
export const invitationsOfUser = statement(
  'agencies_invitations_waiting',
  { user: uuid, after: cursorValue(uuid), limit: int },
  invitationTypes,
  ({ user, after, limit }) => `
    select ${invitationColumns} from agency_invitations i
    join agencies a on a.id = i.agency_id and a.dissolved_at is null
    where i.user_id = ${user} and i.status = 'pending' and ${beforeId('i.id', after)}
    order by i.id desc limit ${limit}`,
)

export const invitationsOfAgencies = statement(
  'agencies_pending',
  { agencies: uuids },
  invitationTypes,
  ({ agencies }) => `
    select x.* from unnest(${agencies}) as w (id) cross join lateral (
      select ${invitationColumns} from agency_invitations i join agencies a on a.id = i.agency_id
      where i.agency_id = w.id and i.status = 'pending' order by i.id desc limit 500) x order by x.id desc`,
)

/** Answers a pending invitation, of `user` or of `agency` when one is given. */
const answerAs = (status: 'accepted' | 'declined' | 'withdrawn') =>
  statement(
    `agencies_invitation_${status}`,
    { invitation: uuid, user: orNull(uuid), agency: orNull(uuid) },
    { id: uuid, kind: oneOf('creator', 'member'), role: orNull(oneOf('admin', 'operator')), agency_id: uuid },
    ({ invitation, user, agency }) => `
      update agency_invitations i set status = '${status}', answered_at = now() from agencies a
      where i.id = ${invitation} and i.status = 'pending' and a.id = i.agency_id and a.dissolved_at is null
        and (${user} is null or i.user_id = ${user}) and (${agency} is null or i.agency_id = ${agency})
      returning i.id, i.kind, i.role, i.agency_id`,
  )
export const acceptInvitation = answerAs('accepted')
export const declineInvitation = answerAs('declined')
export const withdrawInvitation = answerAs('withdrawn')

export const findAnswered = statement(
  'agencies_invitation_answered',
  { invitation: uuid, user: uuid },
  { found: int },
  ({ invitation, user }) => `
    select 1 as found from agency_invitations
    where id = ${invitation} and user_id = ${user} and status in ('accepted', 'declined')`,
)

export const withdrawAllOfAgency = statement(
  'agencies_withdraw_all',
  { agency: uuid },
  {},
  ({ agency }) => `
    update agency_invitations set status = 'withdrawn', answered_at = now()
    where agency_id = ${agency} and status = 'pending'`,
)
/** Withdraws pending invitations to what has ended. */
export const withdrawPending = statement(
  'agencies_withdraw_one',
  { invitation: uuid },
  {},
  ({ invitation }) => `
    update agency_invitations set status = 'withdrawn', answered_at = now()
    where id = ${invitation} and status = 'pending'`,
)
