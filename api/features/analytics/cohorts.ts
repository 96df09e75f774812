import type { Cohort } from '../../../contract/analytics.ts'
import { coinsOf } from '../../../contract/coins.ts'
import { cohortMonths } from '../../../contract/limits.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { cohortSums } from './statements.ts'

/** The fans of a creator by the month of their first subscription, the newest first. Amounts need `can_payment`. */
export async function readCohorts(ctx: Services, viewer: Viewer): Promise<Cohort[]> {
  const seesAmounts = viewer.acting === null || viewer.acting.permissions.can_payment === true
  const today = new Date(ctx.now())
  const since = dayOf(monthsLater(today, 1 - cohortsShown, 1))
  const rows = await ctx.db.run(cohortSums, { creator: viewer.id, since })
  return [...Map.groupBy(rows, (row) => row.cohort)].flatMap(([cohort, months]) => {
    const found = toCohort(cohort, months, today, seesAmounts)
    return found.fans > 0 ? [found] : []
  })
}

const cohortsShown = 24

function toCohort(
  cohort: string,
  rows: readonly RowOf<typeof cohortSums>[],
  today: Date,
  seesAmounts: boolean,
): Cohort {
  const fans = rows.reduce((sum, row) => sum + row.fans, 0)
  const upTo = (month: number) => {
    const passed = rows.filter((row) => row.month <= month)
    const spent = passed.reduce((sum, row) => sum + row.spent, 0)
    return {
      subscribed: passed.reduce((sum, row) => sum + row.changes, fans),
      paid: seesAmounts ? coinsOf(Math.round(spent / Math.max(1, fans))) : null,
    }
  }
  return {
    month: cohort.slice(0, 7),
    fans,
    after: Array.from({ length: cohortMonths }, (_, at) => (isOver(cohort, at + 1, today) ? upTo(at + 1) : null)),
    today: upTo(Number.POSITIVE_INFINITY),
  }
}

/** Whether so many months have passed for a fan who began on the last day of the cohort's month. */
function isOver(cohort: string, months: number, today: Date): boolean {
  const lastDay = monthsLater(new Date(cohort), 1, 0)
  const end = monthsLater(lastDay, months + 1, 0)
  end.setUTCDate(Math.min(end.getUTCDate(), lastDay.getUTCDate()))
  return dayOf(today) > dayOf(end)
}

/** A day of a month that is so many months later; day 0 is the last of the month before. */
const monthsLater = (from: Date, months: number, day: number): Date =>
  new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, day))
const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
