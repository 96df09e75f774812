import { audienceFilterShape } from '../../../contract/audience-filter.ts'
import { creator } from '../../../contract/endpoint.ts'
import { noId } from '../../platform/db/ids.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import { csvAnswer, timeCell } from '../../platform/http/csv.ts'
import { parseQuery, type RawRoute } from '../../platform/http/raw.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { filterOf } from './predicate.ts'
import { exportPage } from './statements.ts'

/**
 * `GET /api/creator/audience/export`: the fans whom a filter matches as a CSV file, written while it is sent, in the order
 * of their accounts. Amounts and the time of the last payment need `can_payment`; without it their columns are empty.
 */
export const audienceExportRoute = (ctx: Services): RawRoute => ({
  method: 'GET',
  path: '/api/creator/audience/export',
  access: creator('can_social'),
  rate: 'expensive',
  serve: async (c, viewer) => {
    const values = filterOf(viewer, parseQuery(c, audienceFilterShape), ctx.now())
    return csvAnswer({ owner: viewer.id, name: 'fans', now: ctx.now(), columns, pages: pagesOf(ctx, viewer, values) })
  },
})

async function* pagesOf(
  ctx: Services,
  viewer: Viewer,
  filter: ReturnType<typeof filterOf>,
): AsyncGenerator<string[][]> {
  const seesAmounts = viewer.acting === null || viewer.acting.permissions.can_payment === true
  for (let after: string = noId; ; ) {
    const rows = await ctx.db.run(exportPage, { ...filter, after, limit: pageSize })
    yield rows.map((row) => cellsOf(row, seesAmounts))
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageSize) return
    after = last.fan_id
  }
}
const pageSize = 500

const columns = [
  'username',
  'name',
  'relation',
  'since',
  'renews_at',
  'active_until',
  'spent',
  'last_paid_at',
  'language',
  'lists',
] as const

const cellsOf = (row: RowOf<typeof exportPage>, seesAmounts: boolean): string[] => [
  row.username,
  row.display_name ?? '',
  row.relation,
  timeCell(row.since),
  timeCell(row.renews_at),
  timeCell(row.active_until),
  seesAmounts ? (row.spent_cents / 100).toFixed(2) : '',
  seesAmounts ? timeCell(row.last_paid_at) : '',
  row.locale,
  row.lists.join('; '),
]
