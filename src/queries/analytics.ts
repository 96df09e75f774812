import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '../lib/refusal.ts'
import { getAnalytics } from '../server/analytics.functions.ts'

/** Figures of so many days with today as the last, by day up to a month and by week beyond. */
export const analyticsQuery = (days: number) =>
  queryOptions({
    queryKey: ['analytics', days],
    queryFn: () => {
      const from = new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10)
      return unwrap(getAnalytics({ data: { from, by: days > 31 ? 'week' : 'day' } }))
    },
  })

/** By day from the first of last month until today, in UTC as the API counts. */
export const monthsQuery = queryOptions({
  queryKey: ['analytics', 'months'],
  queryFn: () => {
    const today = new Date()
    const from = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1)).toISOString().slice(0, 10)
    return unwrap(getAnalytics({ data: { from, by: 'day' } }))
  },
  staleTime: 5 * 60_000,
})
