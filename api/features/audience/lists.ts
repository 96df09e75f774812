import { and, eq } from 'drizzle-orm'
import type { audience as contract, FanList } from '../../../contract/audience.ts'
import { type AudienceFilter, asksForSpending } from '../../../contract/audience-filter.ts'
import type { Received } from '../../../contract/endpoint.ts'
import { listsPerCreator } from '../../../contract/limits.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { fanLists } from '../../platform/db/schema/audience.ts'
import { requireFlag } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { refuseViolated } from '../../platform/http/refuse-violated.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { listOfCreator, listsOfCreator, plannedForList } from './statements.ts'

export async function readLists(ctx: Services, viewer: Viewer): Promise<FanList[]> {
  const rows = await ctx.db.run(listsOfCreator, { creator: viewer.id })
  return rows.map((row) => presentList(viewer, row))
}

export async function createList(
  ctx: Services,
  viewer: Viewer,
  { name, filter = null }: Received<typeof contract.createList>,
): Promise<FanList> {
  if (filter !== null) requireAmountsRight(viewer, filter)
  const list = { id: newId(), name, filter }
  await ctx.db
    .transact(async (tx) => {
      const count = await tx.$count(fanLists, eq(fanLists.creatorId, viewer.id))
      if (count >= listsPerCreator) throw refuse('too_many_lists')
      await tx.insert(fanLists).values({ ...list, creatorId: viewer.id })
      await audit(tx, viewer, 'audience.create_list', { kind: 'list', id: list.id })
    })
    .catch(refuseSameName)
  return presentList(viewer, list)
}

/** Renames a list, or gives a smart list another filter. */
export async function updateList(
  ctx: Services,
  viewer: Viewer,
  { id, name, filter }: Received<typeof contract.updateList>,
): Promise<FanList> {
  if (filter !== undefined) requireAmountsRight(viewer, filter)
  return ctx.db
    .transact(async (tx) => {
      const before = await getList(tx, viewer, id)
      // A list of fans who were put into it has no filter, and gets none.
      if (filter !== undefined && before.filter === null) throw refuse('not_found')
      const after = { ...before, ...(name !== undefined && { name }), ...(filter !== undefined && { filter }) }
      await tx.update(fanLists).set({ name: after.name, filter: after.filter }).where(ownList(viewer, id))
      await audit(tx, viewer, 'audience.update_list', { kind: 'list', id })
      return presentList(viewer, after)
    })
    .catch(refuseSameName)
}

export async function removeList(ctx: Services, viewer: Viewer, id: string): Promise<void> {
  await ctx.db.transact(async (tx) => {
    await getList(tx, viewer, id)
    if ((await tx.run(plannedForList, { creator: viewer.id, list: id })).length > 0) throw refuse('list_in_use')
    await tx.delete(fanLists).where(ownList(viewer, id))
    await audit(tx, viewer, 'audience.remove_list', { kind: 'list', id })
  })
}

/** A list of the creator by its id; throws `not_found` for any other. */
export async function getList(db: Db, viewer: Pick<Viewer, 'id'>, id: string) {
  const [row] = await db.run(listOfCreator, { creator: viewer.id, id })
  if (row === undefined) throw refuse('not_found')
  return row
}

/** The fans of a list as a filter. */
export const filterOfList = (list: { id: string; filter: AudienceFilter | null }): AudienceFilter =>
  list.filter ?? { list: [list.id] }

function requireAmountsRight(viewer: Viewer, filter: AudienceFilter): void {
  if (asksForSpending(filter)) requireFlag(viewer, 'can_payment')
}

const refuseSameName = refuseViolated('fan_lists_name', 'list_exists')

/** An operator without `can_payment` sees that a smart list asks what fans paid, and not what it asks. */
function presentList(viewer: Viewer, { id, name, filter }: Omit<FanList, 'is_closed'>): FanList {
  const mayAsk = viewer.acting === null || viewer.acting.permissions.can_payment === true
  const isClosed = filter !== null && !mayAsk && asksForSpending(filter)
  return { id, name, filter: isClosed ? {} : filter, is_closed: isClosed }
}

const ownList = (viewer: Viewer, id: string) => and(eq(fanLists.id, id), eq(fanLists.creatorId, viewer.id))
