import { albums } from '../../contract/albums.ts'
import { posts } from '../../contract/posts.ts'
import type { Actor, TestApi } from './api.ts'

/** Albums of one creator, and what a viewer reads of them. */
export const albumsOf = (api: TestApi, creator: () => Actor) => ({
  async write(more: Partial<Parameters<typeof api.call<typeof posts.create>>[2]> = {}): Promise<string> {
    const post = { text: 'Words', visibility: 'public' as const, ...more }
    return (await api.call(creator(), posts.create, post)).data.id
  },
  async make(name = 'Summer', ...posts: string[]): Promise<string> {
    const { id } = (await api.call(creator(), albums.create, { name })).data
    for (const postId of posts) await api.call(creator(), albums.addPost, { id, postId })
    return id
  },
  /** The ids of the posts of an album, over all pages. */
  async inside(viewer: Actor | null, id: string, limit = 100): Promise<string[]> {
    const found: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = (await api.call(viewer, albums.posts, { id, limit, cursor })).data
      found.push(...page.data.map((it) => it.id))
      cursor = page.next
    }
    return found
  },
  list: async (viewer: Actor | null, limit = 100) =>
    (await api.call(viewer, albums.ofUser, { username: creator().username, limit })).data.data,
})
