import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import type { User } from '../../contract/users.ts'
import { cursorPages } from './cursor-pages.ts'
import { loadOnCall } from './server-functions.ts'
import { refreshUser } from './users.ts'

const server = loadOnCall(() => import('../server/users.functions.ts'))

/** Whom the viewer follows, the newest first. */
export const followingQuery = infiniteQueryOptions({
  queryKey: ['following'],
  queryFn: ({ pageParam }) => server((api) => api.getFollowing({ data: { cursor: pageParam } })),
  ...cursorPages,
})

/** Follows a user who is not on screen; a second call changes nothing. */
export async function follow(queryClient: QueryClient, user: Pick<User, 'id' | 'username'>): Promise<void> {
  await server((api) => api.followUser({ data: { id: user.id } }))
  await refreshUser(queryClient, user)
}
