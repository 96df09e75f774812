import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PublicProfile, User } from '../../contract/users.ts'
import { fetchProfilePage, patchAuthor, postKeys, postsOfUserQuery } from './posts.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/users.functions.ts'))

const userKeys = {
  all: ['users'] as const,
  one: (username: string) => ['users', username.toLowerCase()] as const,
}

/** Creators for the landing page. */
export const featuredQuery = queryOptions({
  queryKey: ['users', 'featured list'] as const,
  queryFn: () => server((api) => api.getFeatured({ data: {} })),
})

/** A public profile; refused with 404 for a name that is unknown to this viewer. */
export const userQuery = (username: string) =>
  queryOptions({
    queryKey: userKeys.one(username),
    queryFn: () => server((api) => api.getUser({ data: { username } })),
  })

/** Fills the cache for a profile page with one call. Without an answer the page's own queries run. */
export async function loadProfilePage(queryClient: QueryClient, username: string): Promise<void> {
  const { queryKey } = userQuery(username)
  const page = queryClient.getQueryData(queryKey) ? null : await fetchProfilePage(username)
  if (page === null) return
  const { user, posts } = page
  const author = authorOf(user)
  const first = { ...posts, data: posts.data.map((post) => ({ ...post, author })) }
  queryClient.setQueryData(queryKey, user)
  queryClient.setQueryData(postsOfUserQuery(username).queryKey, { pages: [first], pageParams: [undefined] })
}

/** What a post says of its author, without what only their profile shows: the page carries it with every post. */
function authorOf(profile: PublicProfile): User {
  const {
    cover,
    bio,
    links,
    location,
    verified,
    is_self,
    is_blocked,
    media_counts,
    albums,
    category,
    tags,
    languages,
    last_seen,
    joined_at,
    bundles,
    subscription,
    ...author
  } = profile
  return author
}

/** Follows or unfollows: shown at once, taken back when it is refused. What it opens is fetched when it is done. */
export function useFollow(user: User) {
  const queryClient = useQueryClient()
  const show = (is_followed: boolean) => {
    const by = Number(is_followed) - Number(user.is_followed)
    const counts = { ...user.counts, followers: Math.max(0, user.counts.followers + by) }
    patchUser(queryClient, user, { is_followed, counts })
  }
  return useMutation({
    mutationFn: (follow: boolean) =>
      server((api) => (follow ? api.followUser : api.unfollowUser)({ data: { id: user.id } })),
    onMutate: show,
    onError: () => patchUser(queryClient, user, { is_followed: user.is_followed, counts: user.counts }),
    onSuccess: () => refreshUser(queryClient, user),
  })
}

/** Changes what is shown of a user everywhere, without asking. */
function patchUser(
  queryClient: QueryClient,
  user: Pick<User, 'id' | 'username'>,
  change: Partial<PublicProfile>,
): void {
  if (user.username) queryClient.setQueryData(userQuery(user.username).queryKey, (it) => it && { ...it, ...change })
  patchAuthor(queryClient, user.id, change)
}

/** Fetches a user and their posts again, after the viewer's access to them has changed. */
export function refreshUser(queryClient: QueryClient, { username }: Pick<User, 'username'>): Promise<unknown> {
  return Promise.all([
    username && queryClient.invalidateQueries({ queryKey: userKeys.one(username) }),
    queryClient.invalidateQueries({ queryKey: postKeys.all }),
  ])
}
