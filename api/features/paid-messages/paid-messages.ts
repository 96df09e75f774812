import { coinsOf } from '../../../contract/coins.ts'
import type { Answer, Received } from '../../../contract/endpoint.ts'
import type { paidMessages as contract, PaidMessage } from '../../../contract/paid-messages.ts'
import type { User } from '../../../contract/users.ts'
import { readPeople } from '../../people/views.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { spanOf } from '../analytics/read-series.ts'
import { paidMessagePages, paidMessageTotals } from './statements.ts'

/** A page of the messages of a span that were for sale to one fan, and on the first page what all of them came to. */
export async function listPaidMessages(
  ctx: Services,
  viewer: Viewer,
  { from, to, sort, state, limit = 50, cursor }: Received<typeof contract.list>,
): Promise<Answer<typeof contract.list>> {
  const span = { creator: viewer.id, ...spanOf(from, to, ctx.now()) }
  const [at = null, id = null] = fromCursor(cursor, sort === 'newest' ? 'time' : 'int', 'uuid') ?? []
  const found = await ctx.db.run(paidMessagePages[sort], {
    ...span,
    agency: viewer.acting?.agencyId ?? null,
    state: state ?? null,
    at,
    id: id as string | null,
    limit: limit + 1,
  })
  const { rows, next } = cut(found, limit, (row) => [sort === 'newest' ? row.at : Number(row.at), row.id])
  const ids = rows.flatMap((row) => [row.fan_id, row.operator_id ?? []].flat())
  const people = await readPeople(ctx, viewer.id, ids)
  return { data: rows.map((row) => present(row, people)), next, totals: cursor ? null : await readTotals(ctx, span) }
}

async function readTotals(ctx: Services, span: { creator: string; from: Date; to: Date }) {
  const [all] = await ctx.db.run(paidMessageTotals, span)
  return all ? { ...all, earned: coinsOf(all.earned) } : null
}

const present = (row: RowOf<(typeof paidMessagePages)['newest']>, people: ReadonlyMap<string, User>): PaidMessage => ({
  id: row.id,
  sent_at: row.created_at.toISOString(),
  fan: people.get(row.fan_id) ?? null,
  author: row.is_by_team ? 'team' : 'creator',
  operator: (row.operator_id !== null && people.get(row.operator_id)) || null,
  text: row.text,
  is_deleted: row.is_deleted,
  price: coinsOf(row.price_cents),
  is_opened: row.is_opened,
  bought_at: row.bought_at?.toISOString() ?? null,
  earned: coinsOf(row.earned_cents),
})
