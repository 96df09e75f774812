import { createServerFn } from '@tanstack/react-start'
import { users } from '../../contract/users.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getFeatured = createServerFn({ method: 'GET' })
  .validator(sent(users.featured))
  .handler(({ data }) => callApi(users.featured, data))
export const getUser = createServerFn({ method: 'GET' })
  .validator(sent(users.get))
  .handler(({ data }) => callApi(users.get, data))
export const followUser = createServerFn({ method: 'POST' })
  .validator(sent(users.follow))
  .handler(({ data }) => callApi(users.follow, data))
export const unfollowUser = createServerFn({ method: 'POST' })
  .validator(sent(users.unfollow))
  .handler(({ data }) => callApi(users.unfollow, data))
export const blockUser = createServerFn({ method: 'POST' })
  .validator(sent(users.block))
  .handler(({ data }) => callApi(users.block, data))
export const unblockUser = createServerFn({ method: 'POST' })
  .validator(sent(users.unblock))
  .handler(({ data }) => callApi(users.unblock, data))
export const getFollowing = createServerFn({ method: 'GET' })
  .validator(sent(users.following))
  .handler(({ data }) => callApi(users.following, data))
export const getBlocked = createServerFn({ method: 'GET' })
  .validator(sent(users.blocked))
  .handler(({ data }) => callApi(users.blocked, data))
