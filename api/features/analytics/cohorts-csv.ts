import { analytics, type Cohort } from '../../../contract/analytics.ts'
import { cohortMonths } from '../../../contract/limits.ts'
import { csvAnswer } from '../../platform/http/csv.ts'
import type { RawRoute } from '../../platform/http/raw.ts'
import type { Services } from '../../platform/services.ts'
import { readCohorts } from './cohorts.ts'

/**
 * `GET /api/creator/analytics/cohorts/export`: the cohorts as a CSV file, with how many still subscribe and what a fan paid
 * on average after each month, in coins; empty where the month is not over, and amounts without `can_payment`.
 */
export const cohortsExportRoute = (ctx: Services): RawRoute => ({
  method: 'GET',
  path: '/api/creator/analytics/cohorts/export',
  access: analytics.cohorts.access,
  rate: 'expensive',
  serve: async (_, viewer) => {
    const cohorts = await readCohorts(ctx, viewer)
    return csvAnswer({ owner: viewer.id, name: 'cohorts', now: ctx.now(), columns, pages: pageOf(cohorts) })
  },
})

const months = Array.from({ length: cohortMonths }, (_, at) => at + 1)
const columns = [
  ...['month', 'fans'],
  ...months.map((month) => `subscribed_${month}`),
  'subscribed_today',
  ...months.map((month) => `paid_${month}`),
  'paid_today',
]

async function* pageOf(cohorts: readonly Cohort[]) {
  yield cohorts.map(({ month, fans, after, today }) => [
    month,
    String(fans),
    ...[...after, today].map((it) => (it === null ? '' : String(it.subscribed))),
    ...[...after, today].map((it) => it?.paid?.toFixed(2) ?? ''),
  ])
}
