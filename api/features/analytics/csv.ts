import { analytics } from '../../../contract/analytics.ts'
import { csvAnswer } from '../../platform/http/csv.ts'
import { parseQuery, type RawRoute } from '../../platform/http/raw.ts'
import type { Services } from '../../platform/services.ts'
import { readSeries, spanOf } from './read-series.ts'

/**
 * `GET /api/creator/analytics/export`: what happened on each day, week or month of a span as a CSV file. Amounts are coins
 * after the fee; without `can_payment` their columns are empty.
 */
export const analyticsExportRoute = (ctx: Services): RawRoute => ({
  method: 'GET',
  path: '/api/creator/analytics/export',
  access: analytics.get.access,
  rate: 'expensive',
  serve: async (c, viewer) => {
    const { from, to, by } = parseQuery(c, analytics.get.input)
    const series = await readSeries(ctx, viewer, spanOf(from, to, ctx.now()), by)
    return csvAnswer({ owner: viewer.id, name: 'figures', now: ctx.now(), columns, pages: pageOf(series) })
  },
})

const columns = [
  'from',
  'subscriptions',
  'tips',
  'requests',
  'unlocks',
  'new_subscribers',
  'renewed_subscribers',
  'lost_subscribers',
  'visits',
]

async function* pageOf({ earnings, subscribers, visits }: Awaited<ReturnType<typeof readSeries>>) {
  yield subscribers.map((row, at) => {
    const earned = earnings[at]
    const amounts = earned && [earned.subscriptions, earned.tips, earned.requests, earned.unlocks]
    return [
      row.at.slice(0, 10),
      ...(amounts?.map((it) => it.toFixed(2)) ?? ['', '', '', '']),
      ...[row.new, row.renewed, row.lost, visits[at]?.count ?? 0].map(String),
    ]
  })
}
