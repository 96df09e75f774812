import { randomInt } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { coinsOf } from '../../../contract/coins.ts'
import type { Answer, Received } from '../../../contract/endpoint.ts'
import { trackingLinksPerCreator } from '../../../contract/limits.ts'
import { sortsByAmount } from '../../../contract/tracking-link-sorts.ts'
import type { trackingLinks as contract, TrackingLink, TrackingLinkTotals } from '../../../contract/tracking-links.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { lockUser } from '../../platform/db/lock-user.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { trackingLinks } from '../../platform/db/schema/tracking-links.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import { requireFlag } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { spanOf } from '../analytics/read-series.ts'
import { filled } from '../analytics/series.ts'
import { getList } from '../audience/lists.ts'
import { trackingLink, trackingLinkPages, trackingLinkSeries } from './statements.ts'

/** A page of links with the figures of a span. Amounts, and orders by them, need `can_payment`. */
export async function listLinks(
  ctx: Services,
  viewer: Viewer,
  { sort, limit = 50, cursor, archived, ...days }: Received<typeof contract.list>,
): Promise<Answer<typeof contract.list>> {
  if (sortsByAmount.includes(sort)) requireFlag(viewer, 'can_payment')
  const [at = null, id = null] = fromCursor(cursor, sort === 'name' ? 'text' : 'number', 'uuid') ?? []
  const found = await ctx.db.run(trackingLinkPages[sort], {
    creator: viewer.id,
    ...datesOf(days, ctx.now()),
    archived: archived === 'only',
    at,
    id: id as string | null,
    limit: limit + 1,
  })
  const { rows, next } = cut(found, limit, (row) => [sort === 'name' ? row.at : Number(row.at), row.id])
  const [first] = rows
  const totals = cursor === undefined && first ? presentTotals(viewer, first) : null
  return { data: rows.map((row) => presentLink(ctx, viewer, row)), next, totals }
}

/** A link with what it brought on each day. */
export async function readLink(ctx: Services, viewer: Viewer, { id, ...days }: Received<typeof contract.get>) {
  const [row] = await ctx.db.run(trackingLink, { creator: viewer.id, id, ...datesOf(days, ctx.now()) })
  if (row === undefined) throw refuse('not_found')
  const yearAgo = new Date(ctx.now() - 365 * dayMs).toISOString().slice(0, 10)
  const span = spanOf(days.from ?? (days.to === undefined ? yearAgo : undefined), days.to, ctx.now())
  const series = await ctx.db.run(trackingLinkSeries, { link: id, from: dayOf(span.from), to: dayOf(span.to) })
  return {
    link: presentLink(ctx, viewer, row),
    days: filled(series, span, 'day', nothing).map((it) => ({
      at: it.at.toISOString(),
      ...presentFigures(viewer, it),
    })),
  }
}

export async function createLink(
  ctx: Services,
  viewer: Viewer,
  { name, cost = 0, list_id = null }: Received<typeof contract.create>,
): Promise<TrackingLink> {
  requireRights(viewer, { cost: cost === 0 ? undefined : cost, list_id: list_id ?? undefined })
  const link = { id: newId(), code: newCode(), name, costCents: cost, listId: list_id, createdAt: new Date(ctx.now()) }
  await ctx.db.transact(async (tx) => {
    await tx.run(lockUser, { id: viewer.id })
    const count = await tx.$count(trackingLinks, eq(trackingLinks.creatorId, viewer.id))
    if (count >= trackingLinksPerCreator) throw refuse('too_many_tracking_links')
    await requirePlainList(tx, viewer, list_id)
    await tx.insert(trackingLinks).values({ ...link, creatorId: viewer.id })
    await audit(tx, viewer, 'trackingLinks.create', { kind: 'tracking_link', id: link.id })
  })
  const row = { ...link, cost_cents: cost, list_id, archived_at: null, created_at: link.createdAt, ...nothing }
  return presentLink(ctx, viewer, row)
}

export async function updateLink(
  ctx: Services,
  viewer: Viewer,
  { id, name, cost, list_id, is_archived }: Received<typeof contract.update>,
): Promise<void> {
  requireRights(viewer, { cost, list_id })
  const changes = {
    ...(name !== undefined && { name }),
    ...(cost !== undefined && { costCents: cost }),
    ...(list_id !== undefined && { listId: list_id }),
    ...(is_archived !== undefined && { archivedAt: is_archived ? new Date(ctx.now()) : null }),
  }
  await ctx.db.transact(async (tx) => {
    await requirePlainList(tx, viewer, list_id ?? null)
    const own = and(eq(trackingLinks.id, id), eq(trackingLinks.creatorId, viewer.id))
    const found =
      Object.keys(changes).length > 0
        ? await tx.update(trackingLinks).set(changes).where(own).returning({ id: trackingLinks.id })
        : await tx.select({ id: trackingLinks.id }).from(trackingLinks).where(own)
    if (found.length === 0) throw refuse('not_found')
    await audit(tx, viewer, 'trackingLinks.update', { kind: 'tracking_link', id })
  })
}

/** What a link cost is an amount, and a list is the audience's. */
function requireRights(viewer: Viewer, it: { cost: number | undefined; list_id: string | null | undefined }): void {
  if (it.cost !== undefined) requireFlag(viewer, 'can_payment')
  if (it.list_id !== undefined) requireFlag(viewer, 'can_social')
}

/** Whom a smart list holds is decided by its filter alone. */
async function requirePlainList(tx: Db, viewer: Viewer, listId: string | null): Promise<void> {
  if (listId !== null && (await getList(tx, viewer, listId)).filter !== null) throw refuse('not_found')
}

type Figures = Pick<RowOf<typeof trackingLink>, 'visits' | 'fans' | 'follows' | 'subscriptions' | 'gross' | 'net'>
const nothing: Figures = { visits: 0, fans: 0, follows: 0, subscriptions: 0, gross: 0, net: 0 }

const seesAmounts = (viewer: Viewer): boolean =>
  viewer.acting === null || viewer.acting.permissions.can_payment === true

function presentFigures(viewer: Viewer, { visits, fans, follows, subscriptions, gross, net }: Figures) {
  const revenue = seesAmounts(viewer) ? { gross: coinsOf(gross), net: coinsOf(net) } : null
  return { visits, fans, follows, subscriptions, revenue }
}

/** Every row of a page has what all links are together. */
const presentTotals = (viewer: Viewer, row: RowOf<(typeof trackingLinkPages)['newest']>): TrackingLinkTotals => ({
  links: row.all_links,
  cost: seesAmounts(viewer) ? coinsOf(row.all_cost) : null,
  ...presentFigures(viewer, {
    visits: row.all_visits,
    fans: row.all_fans,
    follows: row.all_follows,
    subscriptions: row.all_subscriptions,
    gross: row.all_gross,
    net: row.all_net,
  }),
})

const presentLink = (ctx: Services, viewer: Viewer, row: RowOf<typeof trackingLink>): TrackingLink => ({
  id: row.id,
  name: row.name,
  url: `${ctx.env.PUBLIC_ORIGIN}/l/${row.code}`,
  created_at: row.created_at.toISOString(),
  is_archived: row.archived_at !== null,
  list_id: row.list_id,
  cost: seesAmounts(viewer) ? coinsOf(row.cost_cents) : null,
  ...presentFigures(viewer, row),
})

const dayMs = 86_400_000
const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** The days of a span, all days where none is named. */
function datesOf({ from, to }: { from?: string | undefined; to?: string | undefined }, now: number) {
  if (from === undefined && to === undefined) return { from: null, to: null }
  const span = spanOf(from, to, now)
  return { from: dayOf(span.from), to: dayOf(new Date(span.to.getTime() + dayMs - 1)) }
}

/** Eight letters and digits without lookalikes; 850 billion of them. */
const newCode = (): string => Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
