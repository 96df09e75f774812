import { reviews } from '../../../contract/reviews.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { putReview, readQueue, readReviews, removeReview } from './reviews.ts'
import { readSupervised } from './supervision.ts'

export const reviewRoutes = (ctx: Services) =>
  implement(reviews)({
    list: (query, { viewer }) => readReviews(ctx, viewer, query),
    put: async (review, { viewer }) => ({ id: await putReview(ctx, viewer, review) }),
    remove: async ({ id, reviewId }, { viewer }) => {
      await removeReview(ctx, viewer, id, reviewId)
      return { ok: true }
    },
    queue: (query, { viewer }) => readQueue(ctx, viewer, query),
    conversation: (query, { viewer }) => readSupervised(ctx, viewer, query),
  })
