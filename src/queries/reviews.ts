import { infiniteQueryOptions } from '@tanstack/react-query'
import { agencyKeys, useChange } from './agencies.ts'
import { cursorPages } from './cursor-pages.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/reviews.functions.ts'))

/** The reviews that the viewer may read: of one operator, or all. */
export const reviewsQuery = (id: string, operator: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...agencyKeys.one(id), 'reviews', 'list', operator],
    queryFn: ({ pageParam }) =>
      server((api) => api.getReviews({ data: { id, ...(operator && { operator_id: operator }), cursor: pageParam } })),
    ...cursorPages,
  })

/** The conversations in which an operator wrote lately; those to review, or all. */
export const reviewQueueQuery = (id: string, operator: string, show: 'to_review' | 'all') =>
  infiniteQueryOptions({
    queryKey: [...agencyKeys.one(id), 'reviews', 'queue', operator, show],
    queryFn: ({ pageParam }) =>
      server((api) => api.getReviewQueue({ data: { id, operator_id: operator, show, cursor: pageParam } })),
    ...cursorPages,
  })

/** A conversation as a supervisor reads it, the latest message first. */
export const reviewConversationQuery = (id: string, creator: string, fan: string) =>
  infiniteQueryOptions({
    queryKey: [...agencyKeys.one(id), 'reviews', 'conversation', creator, fan],
    queryFn: ({ pageParam }) =>
      server((api) => api.getReviewConversation({ data: { id, creator_id: creator, fan_id: fan, cursor: pageParam } })),
    ...cursorPages,
  })

export type NewReview = { id: string; message_id: string; score: number; comment: string }
export const usePutReview = () => useChange((data: NewReview) => server((api) => api.putReview({ data })))
export const useRemoveReview = () =>
  useChange((data: { id: string; reviewId: string }) => server((api) => api.removeReview({ data })))
