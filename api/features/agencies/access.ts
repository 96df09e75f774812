import type { AgencyAccess, AgencyLink, EndedAccess, FlagsIn } from '../../../contract/agency-shapes.ts'
import type { Permissions } from '../../../contract/profile.ts'
import { flagsOf } from '../../identity/grants.ts'
import { readPeople } from '../../people/views.ts'
import { publishAuditEntry, writeAuditEntry } from '../../platform/audit/audit.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { notifyEnd } from './agencies.ts'
import { allowAgain, findGrantOfCreator, readAccessTo, readEndedRows } from './grant-statements.ts'
import { endGrants, reduceGrants, revokeLive, separated } from './grants.ts'
import { managersOf } from './members.ts'
import { withholdPlanned } from './planned.ts'
import { changeCeiling, endLinkRow, type LinkRow, readLinksOfCreator } from './statements.ts'
import { personOf, presentAccess } from './views.ts'

type Paging = { limit?: number; cursor?: string }

/** The operators who may act as this creator now, newest first. */
export async function readAccess(
  ctx: Services,
  viewer: Viewer,
  paging: Paging,
): Promise<{ data: AgencyAccess[]; next: string | null }> {
  const limit = paging.limit ?? 30
  const [after] = fromCursor(paging.cursor, 'uuid') ?? [null]
  const found = await ctx.db.run(readAccessTo, { creator: viewer.id, after: after ?? null, limit: limit + 1 })
  const { rows, next } = cut(found, limit, (row) => [row.id])
  const people = await readPeople(
    ctx,
    viewer.id,
    rows.map((row) => row.operator_id),
  )
  return { data: rows.map((row) => presentAccess(people, row, ctx.now())), next }
}

/**
 * Ends one operator's access to this creator, without the agency's consent. Answers how many of the scheduled posts and
 * broadcasts now wait for the creator.
 */
export async function endAccess(ctx: Services, viewer: Viewer, grantId: string): Promise<number> {
  const { ended, held, afterCommits } = await ctx.db.transact(async (tx) => {
    const [own] = await tx.run(findGrantOfCreator, { grant: grantId, creator: viewer.id })
    const ended = own === undefined ? [] : await endGrants(tx, viewer.id, { grant: grantId })
    const [first] = ended
    if (first === undefined) throw refuse('not_found')
    const held = await withholdPlanned(tx, viewer.id, ended.map(separated))
    return { ended, held, afterCommits: [await notifyEnd(tx, ctx, first.operator_id, viewer.id, first.agency_id)] }
  })
  revokeLive(ctx, ended)
  for (const afterCommit of afterCommits) afterCommit()
  return held
}

/** The operators whose access this creator has ended, newest first, until it is allowed again. */
export async function readEndedAccess(
  ctx: Services,
  viewer: Viewer,
  paging: Paging,
): Promise<{ data: EndedAccess[]; next: string | null }> {
  const limit = paging.limit ?? 30
  const [after] = fromCursor(paging.cursor, 'uuid') ?? [null]
  const found = await ctx.db.run(readEndedRows, { creator: viewer.id, after: after ?? null, limit: limit + 1 })
  const { rows, next } = cut(found, limit, (row) => [row.id])
  const people = await readPeople(
    ctx,
    viewer.id,
    rows.map((row) => row.operator_id),
  )
  const data = rows.map((row) => ({
    id: row.id,
    agency: { id: row.agency_id, name: row.agency_name },
    operator: personOf(people, row.operator_id),
    ended_at: row.ended_at.toISOString(),
  }))
  return { data, next }
}

/** Lets the agency give this operator access again. It opens nothing by itself. */
export async function allowAccess(ctx: Services, viewer: Viewer, grantId: string): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const [named] = await tx.run(allowAgain, { grant: grantId, creator: viewer.id })
    if (named === undefined) throw refuse('not_found')
    await writeAuditEntry(tx, {
      agencyId: named.agency_id,
      grantId,
      actorId: viewer.id,
      subjectId: viewer.id,
      action: 'agencies.allow_again',
      object: { kind: 'user', id: named.operator_id },
    })
  })
  publishAuditEntry(ctx, viewer.id)
}

export async function readLinks(
  ctx: Services,
  viewer: Viewer,
  paging: Paging,
): Promise<{ data: AgencyLink[]; next: string | null }> {
  const limit = paging.limit ?? 30
  const [after] = fromCursor(paging.cursor, 'uuid') ?? [null]
  const found = await ctx.db.run(readLinksOfCreator, {
    creator: viewer.id,
    link: null,
    after: after ?? null,
    limit: limit + 1,
  })
  const { rows, next } = cut(found, limit, (row) => [row.id])
  const people = await readSupervisors(ctx, viewer, rows)
  return { data: rows.map((row) => presentLink(people, row)), next }
}

/**
 * Sets the ceiling. A flag that is taken away is removed from every grant for good, and closes the sockets that relied
 * on it.
 */
export async function setCeiling(ctx: Services, viewer: Viewer, linkId: string, asked: FlagsIn): Promise<AgencyLink> {
  const { link, reduced } = await ctx.db.transact(async (tx) => {
    const ceiling: Permissions = { ...asked, show_in_analytics: asked.show_in_analytics ?? true }
    const [changed] = await tx.run(changeCeiling, { link: linkId, creator: viewer.id, ...ceiling })
    if (changed === undefined) throw refuse('not_found')
    const grants = await reduceGrants(tx, linkId, ceiling)
    await writeAuditEntry(tx, {
      agencyId: changed.agency_id,
      grantId: null,
      actorId: viewer.id,
      subjectId: viewer.id,
      action: 'agencies.set_ceiling',
    })
    const [row] = await tx.run(readLinksOfCreator, { creator: viewer.id, link: linkId, after: null, limit: 1 })
    if (row === undefined) throw refuse('not_found')
    return { link: row, reduced: grants }
  })
  revokeLive(ctx, reduced)
  return presentLink(await readSupervisors(ctx, viewer, [link]), link)
}

/**
 * Ends the creator's link to an agency and notifies its managers. Answers how many scheduled posts and broadcasts now
 * wait for the creator.
 */
export async function endLink(ctx: Services, viewer: Viewer, linkId: string): Promise<number> {
  const { ended, held, afterCommits } = await ctx.db.transact(async (tx) => {
    const [link] = await tx.run(endLinkRow, { link: linkId, agency: null, creator: viewer.id })
    if (link === undefined) throw refuse('not_found')
    const ended = await endGrants(tx, viewer.id, { link: linkId })
    const all = { agency_id: link.agency_id, creator_id: viewer.id, operator_id: null }
    const held = await withholdPlanned(tx, viewer.id, [all])
    const afterCommits = []
    for (const userId of await managersOf(tx, link.agency_id))
      afterCommits.push(await notifyEnd(tx, ctx, userId, viewer.id, link.agency_id))
    return { ended, held, afterCommits }
  })
  revokeLive(ctx, ended)
  for (const afterCommit of afterCommits) afterCommit()
  return held
}

const readSupervisors = (ctx: Services, viewer: Viewer, rows: readonly LinkRow[]) =>
  readPeople(
    ctx,
    viewer.id,
    rows.flatMap((row) => row.supervisors),
  )

const presentLink = (people: Awaited<ReturnType<typeof readSupervisors>>, row: LinkRow): AgencyLink => ({
  id: row.id,
  agency: { id: row.agency_id, name: row.agency_name },
  ceiling: flagsOf(row),
  supervisors: row.supervisors.map((id) => personOf(people, id)),
  since: row.created_at.toISOString(),
})
