import { queryOptions } from '@tanstack/react-query'
import { daysIn, type FiguresSpan } from '../lib/figures-span.ts'
import { unwrap } from '../lib/refusal.ts'
import { getAnalytics, getCohorts, getSold } from '../server/analytics.functions.ts'

/** Figures by day up to a month, and by week beyond. */
export const figuresBy = (span: FiguresSpan): 'day' | 'week' => (daysIn(span) > 31 ? 'week' : 'day')

export const figuresQuery = (span: FiguresSpan) =>
  queryOptions({
    queryKey: ['analytics', span.from, span.to],
    queryFn: () => unwrap(getAnalytics({ data: { ...span, by: figuresBy(span) } })),
  })

/** What was sold in a span, with hours as the viewer's clock has them. */
export const soldQuery = (span: FiguresSpan) =>
  queryOptions({
    queryKey: ['analytics', 'sold', span.from, span.to],
    queryFn: () => {
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
      return unwrap(getSold({ data: { ...span, time_zone: timeZone } }))
    },
  })

/** The fans of each month by their first subscription. */
export const cohortsQuery = queryOptions({
  queryKey: ['analytics', 'cohorts'],
  queryFn: () => unwrap(getCohorts({ data: {} })).then(({ data }) => data),
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
