import type { QueryClient } from '@tanstack/react-query'
import type { Flag } from '../../contract/endpoint.ts'
import type { Profile } from '../../contract/profile.ts'
import type { AnalyticsSearch } from '../lib/analytics-search.ts'
import { spanOf } from '../lib/figures-span.ts'
import { paidMessagesFilter, paidMessagesSearch } from '../lib/paid-messages-search.ts'
import { cohortsQuery, figuresQuery, monthsQuery } from './analytics.ts'
import { fanCountQuery } from './audience.ts'
import { conversationCountsQuery } from './inbox.ts'
import { paidMessagesQuery } from './paid-messages.ts'
import { earningsQuery } from './payouts.ts'
import { waitingRequestsQuery } from './requests.ts'

/** The fans whose subscriptions end within a week without a renewal. */
export const endingSoon = { renewal: 'off', renewal_days: 7 } as const

/** What the studio begins with, all at once, as far as the viewer's rights open it: nothing moves when it comes. */
export function prefetchStudio(queryClient: QueryClient, { acting_as: acting }: Profile): Promise<unknown> {
  const may = (flag: Flag) => acting === null || acting.permissions[flag] === true
  return Promise.all([
    acting === null && queryClient.prefetchQuery(earningsQuery),
    may('can_chat') && queryClient.prefetchQuery(conversationCountsQuery('creator')),
    may('can_chat') && queryClient.prefetchInfiniteQuery(waitingRequestsQuery),
    may('can_social') && queryClient.prefetchQuery(fanCountQuery(endingSoon)),
    may('show_in_analytics') && may('can_payment') && queryClient.prefetchQuery(monthsQuery),
  ])
}

/** The figures, paid messages or cohorts that an address says. */
export function prefetchFigures(queryClient: QueryClient, search: AnalyticsSearch): Promise<void> {
  if (search.view === 'cohorts') return queryClient.prefetchQuery(cohortsQuery)
  if (search.view === 'messages')
    return queryClient.prefetchInfiniteQuery(
      paidMessagesQuery(paidMessagesFilter(paidMessagesSearch(search), Date.now())),
    )
  return queryClient.prefetchQuery(figuresQuery(spanOf(search, Date.now())))
}
