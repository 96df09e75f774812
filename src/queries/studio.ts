import type { QueryClient } from '@tanstack/react-query'
import type { Flag } from '../../contract/endpoint.ts'
import type { Profile } from '../../contract/profile.ts'
import { type FiguresSearch, spanOf } from '../lib/figures-span.ts'
import { figuresQuery, monthsQuery } from './analytics.ts'
import { fanCountQuery } from './audience.ts'
import { conversationCountsQuery } from './inbox.ts'
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

/** The figures of the span that an address says. */
export const prefetchFigures = (queryClient: QueryClient, search: FiguresSearch): Promise<void> =>
  queryClient.prefetchQuery(figuresQuery(spanOf(search, Date.now())))
