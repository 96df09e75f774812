import { type QueryClient, queryOptions, skipToken, useMutation, useQueryClient } from '@tanstack/react-query'
import type { FeedTab } from '../lib/feed-tabs.ts'
import { newPostsKey } from './new-posts-key.ts'
import { feedQuery } from './posts.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/posts.functions.ts'))

/** Whether there are posts that the feed does not show yet, as the socket or `lookForNewPosts` has said. */
export const newPostsQuery = (tab: FeedTab) => queryOptions<boolean>({ queryKey: newPostsKey(tab), queryFn: skipToken })

/** Asks whether the feed begins with another post than the one that is shown first. */
export async function lookForNewPosts(queryClient: QueryClient, tab: FeedTab): Promise<void> {
  const { data } = await server((api) => api.getFeed({ data: { tab, limit: 1 } }))
  const [shown] = queryClient.getQueryData(feedQuery(tab).queryKey)?.pages ?? []
  const isNew = shown !== undefined && data[0] !== undefined && data[0].id !== shown.data[0]?.id
  queryClient.setQueryData(newPostsQuery(tab).queryKey, isNew)
}

/** Restarts the feed at its newest post; older posts are loaded again on the way down. */
export function useShowNewPosts(tab: FeedTab) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => server((api) => api.getFeed({ data: { tab } })),
    onSuccess: (page) => {
      queryClient.setQueryData(feedQuery(tab).queryKey, { pages: [page], pageParams: [undefined] })
      queryClient.setQueryData(newPostsQuery(tab).queryKey, false)
    },
  })
}
