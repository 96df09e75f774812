import type { FlagsIn, Invitation } from '../../../contract/agency-shapes.ts'
import type { Flag } from '../../../contract/endpoint.ts'
import type { Permissions } from '../../../contract/profile.ts'
import { readPeople, readPersonByUsername } from '../../people/views.ts'
import { type Db, violated } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { agencyCreators, agencyInvitations, agencyMembers } from '../../platform/db/schema/agencies.ts'
import { type RefusalError, refuse } from '../../platform/http/refusal.ts'
import { refuseViolated } from '../../platform/http/refuse-violated.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/notify.ts'
import {
  acceptInvitation,
  declineInvitation,
  findAnswered,
  invitationsOfUser,
  readInvitation,
  withdrawInvitation,
} from './invitation-statements.ts'
import { managersOf, requireManager } from './members.ts'
import { endInvitedLink, findCreator, findMember, openLink } from './statements.ts'
import { presentInvitation } from './views.ts'

/** Invites a user to the team, or a creator to be represented; nothing opens before they accept. */
export async function invite(ctx: Services, viewer: Viewer, input: NewInvitation): Promise<Invitation> {
  const person = await readPersonByUsername(ctx, viewer.id, input.username)
  const role = input.kind === 'member' ? (input.role ?? 'operator') : null
  const id = newId()
  const afterCommit = await ctx.db
    .transact(async (tx) => {
      const me = await requireManager(tx, viewer.id, input.agencyId)
      if (person === undefined || person.blocks || person.blocked_by) throw refuse('not_found')
      if (input.kind === 'creator' && !person.is_creator) throw refuse('not_creator')
      if (input.kind === 'member' && person.id === viewer.id) throw refuse('own_thing')
      if (role === 'admin' && me.role !== 'owner') throw refuse('forbidden')
      const [already] = await tx.run(input.kind === 'member' ? findMember : findCreator, {
        agency: input.agencyId,
        user: person.id,
      })
      if (already !== undefined) throw refuse('already_done')
      await tx
        .insert(agencyInvitations)
        .values({ id, agencyId: input.agencyId, userId: person.id, kind: input.kind, role, invitedBy: viewer.id })
      if (input.kind === 'creator') {
        await tx
          .insert(agencyCreators)
          .values({ id, agencyId: input.agencyId, userId: person.id, status: 'invited', showInAnalytics: false })
      }
      return notify(tx, ctx, {
        userId: person.id,
        type: 'agency_invited',
        actorId: viewer.id,
        object: { kind: 'agency', id: input.agencyId },
      })
    })
    .catch((error: unknown) => {
      // Two managers invited the same user at once.
      throw violated(error)?.startsWith('agency_') ? refuse('already_done') : error
    })
  afterCommit()
  const [row] = await ctx.db.run(readInvitation, { invitation: id })
  if (row === undefined) throw refuse('not_found')
  const people = await readPeople(ctx, viewer.id, [row.user_id, row.invited_by])
  return presentInvitation(people, row)
}
type NewInvitation = {
  agencyId: string
  kind: 'creator' | 'member'
  username: string
  role: 'admin' | 'operator' | null
}

export async function withdraw(ctx: Services, viewer: Viewer, agencyId: string, invitationId: string): Promise<void> {
  await ctx.db.transact(async (tx) => {
    await requireManager(tx, viewer.id, agencyId)
    const [gone] = await tx.run(withdrawInvitation, { invitation: invitationId, user: null, agency: agencyId })
    if (gone === undefined) throw refuse('not_found')
    await tx.run(endInvitedLink, { link: invitationId })
  })
}

/** The viewer's pending invitations, newest first. */
export async function readInvitations(ctx: Services, viewer: Viewer, paging: { limit?: number; cursor?: string }) {
  const limit = paging.limit ?? 30
  const [after] = fromCursor(paging.cursor, 'uuid') ?? [null]
  const found = await ctx.db.run(invitationsOfUser, { user: viewer.id, after: after ?? null, limit: limit + 1 })
  const { rows, next } = cut(found, limit, (row) => [row.id])
  const people = await readPeople(
    ctx,
    viewer.id,
    rows.flatMap((row) => [row.user_id, row.invited_by]),
  )
  return { data: rows.map((row) => presentInvitation(people, row)), next }
}

/** Accepts once; a creator's ceiling is everything unless they say less. */
export async function accept(
  ctx: Services,
  viewer: Viewer,
  invitationId: string,
  ceiling: FlagsIn | null,
): Promise<void> {
  const afterCommits = await ctx.db
    .transact(async (tx) => {
      const [row] = await tx.run(acceptInvitation, { invitation: invitationId, user: viewer.id, agency: null })
      if (row === undefined) throw await refusalFor(tx, viewer, invitationId)
      if (row.kind === 'creator') {
        if (!viewer.isCreator) throw refuse('not_creator')
        await tx.run(openLink, { link: row.id, ...openedFlags(ceiling) })
      } else {
        await tx
          .insert(agencyMembers)
          .values({ id: newId(), agencyId: row.agency_id, userId: viewer.id, role: row.role ?? 'operator' })
      }
      const done = []
      for (const userId of await managersOf(tx, row.agency_id)) {
        done.push(
          await notify(tx, ctx, {
            userId,
            type: 'agency_accepted',
            actorId: viewer.id,
            object: { kind: 'agency', id: row.agency_id },
          }),
        )
      }
      return done
    })
    .catch(refuseViolated('agency_members_once', 'already_done'))
  for (const afterCommit of afterCommits) afterCommit()
}

export async function decline(ctx: Services, viewer: Viewer, invitationId: string): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const [row] = await tx.run(declineInvitation, { invitation: invitationId, user: viewer.id, agency: null })
    if (row === undefined) throw await refusalFor(tx, viewer, invitationId)
    await tx.run(endInvitedLink, { link: invitationId })
  })
}

/** An invitation that the viewer has answered before is 409; a withdrawn one, or another user's, is not found. */
async function refusalFor(tx: Db, viewer: Viewer, invitationId: string): Promise<RefusalError> {
  const [row] = await tx.run(findAnswered, { invitation: invitationId, user: viewer.id })
  return refuse(row === undefined ? 'not_found' : 'already_done')
}

/** A creator who names no ceiling opens everything. */
const openedFlags = (ceiling: FlagsIn | null): Permissions => {
  const opens = (flag: Flag) => ceiling === null || (ceiling[flag] ?? true)
  return {
    can_chat: opens('can_chat'),
    can_payment: opens('can_payment'),
    can_medias: opens('can_medias'),
    can_profile: opens('can_profile'),
    can_social: opens('can_social'),
    show_in_analytics: opens('show_in_analytics'),
  }
}
