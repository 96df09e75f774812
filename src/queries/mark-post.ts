import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '../../contract/posts.ts'
import type { Result } from '../lib/refusal.ts'
import { patchPost, postQuery } from './posts.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/posts.functions.ts'))

/** Likes or bookmarks a post on which that was not done yet, and shows it; a second call changes nothing. */
export async function markPost(queryClient: QueryClient, id: string, mark: 'like' | 'bookmark'): Promise<void> {
  const post = await queryClient.fetchQuery({ ...postQuery(id), staleTime: 0 })
  if (mark === 'like' ? post.liked : post.bookmarked) return
  const answer = await server(
    (api): Promise<Result<Partial<Post>>> =>
      mark === 'like' ? api.likePost({ data: { id } }) : api.bookmarkPost({ data: { id } }),
  )
  patchPost(queryClient, id, answer)
}
