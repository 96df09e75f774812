import { createServerFn } from '@tanstack/react-start'
import { reviews } from '../../contract/reviews.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getReviews = createServerFn({ method: 'GET' })
  .validator(sent(reviews.list))
  .handler(({ data }) => callApi(reviews.list, data))
export const putReview = createServerFn({ method: 'POST' })
  .validator(sent(reviews.put))
  .handler(({ data }) => callApi(reviews.put, data))
export const removeReview = createServerFn({ method: 'POST' })
  .validator(sent(reviews.remove))
  .handler(({ data }) => callApi(reviews.remove, data))
export const getReviewQueue = createServerFn({ method: 'GET' })
  .validator(sent(reviews.queue))
  .handler(({ data }) => callApi(reviews.queue, data))
export const getReviewConversation = createServerFn({ method: 'GET' })
  .validator(sent(reviews.conversation))
  .handler(({ data }) => callApi(reviews.conversation, data))
