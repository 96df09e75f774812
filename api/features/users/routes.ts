import { users } from '../../../contract/users.ts'
import {
  type PersonRow,
  presentPublicProfile,
  readFeatured,
  readPeople,
  readPersonById,
  readPersonByUsername,
} from '../../people/views.ts'
import { audit } from '../../platform/audit/audit.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { implement } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { formerOwner } from '../account/username.ts'
import { endAccessOnBlock, refuseForTeam } from '../agencies/on-block.ts'
import { countVisit } from '../analytics/visits.ts'
import { notifyOnce } from '../notifications/notify-once.ts'
import { attribute } from '../tracking-links/attribute.ts'
import { block, unblock } from './block.ts'
import { follow, unfollow } from './follow.ts'
import { readBlocked, readFollowing } from './statements.ts'

export const userRoutes = (ctx: Services) =>
  implement(users)({
    featured: async (_input, { viewer }) => ({ data: await readFeatured(ctx, viewerIdOf(viewer)), next: null }),
    get: async ({ username }, { viewer }) => {
      const viewerId = viewer?.username === username ? viewer.id : viewerIdOf(viewer)
      const person = await readPersonByUsername(ctx, viewerId, username)
      if (person === undefined) {
        const now = await formerOwner(ctx.db, username, ctx.now())
        const moved = now === null ? undefined : await readPersonByUsername(ctx, viewerId, now)
        // An old username answers with the user under the present one, to which pages redirect (product §24).
        if (moved !== undefined && !isHidden(moved)) return presentPublicProfile(ctx, viewerId, moved)
      }
      if (person === undefined || isHidden(person)) throw refuse('not_found')
      if (viewer?.id !== person.id && person.is_creator) countVisit(ctx, person.id)
      const shown = presentPublicProfile(ctx, viewerId, person)
      // A subscription with another creator is private to the user (product §35).
      return viewer?.acting ? { ...shown, subscription: null, trial_code: null } : shown
    },
    follow: async ({ id }, { viewer, headers }) => {
      await getPersonForViewer(ctx, viewer, id)
      const afterCommit = await ctx.db.transact(async (tx) => {
        await attribute(tx, ctx, { fan: viewer, creatorId: id, cookies: headers.get('cookie'), subscribes: false })
        const isNew = await follow(tx, viewer.id, id)
        await audit(tx, viewer, 'users.follow', { kind: 'user', id })
        const about = { userId: id, type: 'new_follower', actorId: viewer.id, object: null } as const
        return isNew ? notifyOnce(tx, ctx, about) : null
      })
      afterCommit?.()
      return { is_followed: true }
    },
    unfollow: async ({ id }, { viewer }) => {
      await getPersonForViewer(ctx, viewer, id)
      await ctx.db.transact(async (tx) => {
        await unfollow(tx, viewer.id, id)
        await audit(tx, viewer, 'users.unfollow', { kind: 'user', id })
      })
      return { is_followed: false }
    },
    following: async (input, { viewer }) => listPeople(ctx, viewer, readFollowing, input),
    block: async ({ id }, { viewer }) => {
      await getPersonOrBlocked(ctx, viewer, id)
      const afterCommit = await ctx.db.transact(async (tx) => {
        await refuseForTeam(tx, viewer, id)
        await block(tx, viewer.id, id)
        await audit(tx, viewer, 'users.block', { kind: 'user', id })
        return viewer.acting === null ? endAccessOnBlock(tx, ctx, viewer.id, id) : null
      })
      afterCommit?.()
      return { is_blocked: true }
    },
    unblock: async ({ id }, { viewer }) => {
      await getPersonOrBlocked(ctx, viewer, id)
      await ctx.db.transact(async (tx) => {
        await refuseForTeam(tx, viewer, id)
        await unblock(tx, viewer.id, id)
        await audit(tx, viewer, 'users.unblock', { kind: 'user', id })
      })
      return { is_blocked: false }
    },
    blocked: async (input, { viewer }) => listPeople(ctx, viewer, readBlocked, input),
  })

/**
 * The viewer of users. An operator without can_social and can_chat sees what a visitor sees, because follows, blocks
 * and who may write are closed to them (product §34a).
 */
function viewerIdOf(viewer: Viewer | null): string | null {
  const permissions = viewer?.acting?.permissions
  const isOpen = permissions === undefined || permissions.can_social || permissions.can_chat
  return viewer !== null && isOpen ? viewer.id : null
}

/** A blocked viewer finds no user; the blocker still finds the page, to end the block. */
const isHidden = (person: PersonRow): boolean => person.blocked_by || person.username === null

/** The user with this id as the viewer may see them; not found across a block. */
async function getPersonForViewer(ctx: Services, viewer: Viewer, id: string): Promise<PersonRow> {
  const person = await getPersonOrBlocked(ctx, viewer, id)
  if (person.blocks || person.blocked_by) throw refuse('not_found')
  return person
}

async function getPersonOrBlocked(ctx: Services, viewer: Viewer, id: string): Promise<PersonRow> {
  const person = await readPersonById(ctx, viewer.id, id)
  if (person === undefined || person.username === null) throw refuse('not_found')
  if (person.id === viewer.id) throw refuse('own_thing')
  return person
}

async function listPeople(
  ctx: Services,
  viewer: Viewer,
  statement: typeof readFollowing,
  input: { limit?: number; cursor?: string },
) {
  const limit = input.limit ?? 30
  const [at = null, id = null] = fromCursor(input.cursor, 'time', 'uuid') ?? []
  const found = await ctx.db.run(statement, { user: viewer.id, at, id, limit: limit + 1 })
  const { rows, next } = cut(found, limit, (row) => [row.at, row.id])
  const presented = await readPeople(
    ctx,
    viewer.id,
    rows.map((row) => row.id),
  )
  return { data: rows.flatMap((row) => presented.get(row.id) ?? []), next }
}
