import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { PaidMessagesFilter } from '../lib/paid-messages-search.ts'
import { cursorPages } from './cursor-pages.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/paid-messages.functions.ts'))

/** Messages of a span that were for sale to one fan; those of another span or order stay until these have come. */
export const paidMessagesQuery = (filter: PaidMessagesFilter) =>
  infiniteQueryOptions({
    queryKey: ['paid-messages', filter],
    queryFn: ({ pageParam }) => server((api) => api.getPaidMessages({ data: { ...filter, cursor: pageParam } })),
    ...cursorPages,
    placeholderData: keepPreviousData,
  })
