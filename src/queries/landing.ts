import { queryOptions } from '@tanstack/react-query'
import type { Media } from '../../contract/media.ts'
import type { Post } from '../../contract/posts.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/search.functions.ts'))

/** An open post on the landing page, of which the page carries no more than it shows. */
export type LandingPost = Pick<Post, 'id' | 'text'> & { username: string; name: string; media: Media }

/** Posts that everyone may see, the newest, with a picture or a film; of each creator one before any has a second. */
export const landingPostsQuery = queryOptions({
  queryKey: ['landing posts'] as const,
  queryFn: async (): Promise<LandingPost[]> => {
    const { data } = await server((api) => api.getSearchResults({ data: { q: '', type: 'posts' } }))
    return chooseLandingPosts(data.filter((it): it is Post => 'author' in it))
  },
})

export function chooseLandingPosts(posts: readonly Post[]): LandingPost[] {
  const shown = posts.flatMap((post) => {
    const media = post.media.find((it) => !it.locked && pictureOf(it) !== null)
    const { username, display_name } = post.author
    if (!media || !username || !post.access.allowed) return []
    return [{ id: post.id, text: post.text?.slice(0, 120) ?? null, username, name: display_name || username, media }]
  })
  const turns = shown.map(({ username }, at) => shown.slice(0, at).filter((it) => it.username === username).length)
  return shown
    .map((post, at) => ({ post, turn: turns[at] ?? 0 }))
    .sort((a, b) => a.turn - b.turn)
    .slice(0, 7)
    .map((it) => it.post)
}

/** What stands for a media while nothing plays; null for a sound. */
export const pictureOf = ({ type, url, poster }: Pick<Media, 'type' | 'url' | 'poster'>): string | null =>
  type === 'IMAGE' ? url : type === 'VIDEO' ? poster : null
