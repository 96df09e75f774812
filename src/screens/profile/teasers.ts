import type { Media } from '../../../contract/media.ts'
import type { Post } from '../../../contract/posts.ts'

export type Teaser = { post: Post; media: Media }

/**
 * The three pictures that stand for a creator's posts, of three posts: those that the viewer may see first, then locked
 * ones as their previews. Fewer than three would show how little there is, so there are none then.
 */
export function teasersOf(posts: readonly Post[]): Teaser[] {
  const seen = posts.flatMap((post) => {
    const media = post.media.find((it) => it.type !== 'SOUND' && !it.locked && pictureOf(it) !== null)
    return media ? [{ post, media }] : []
  })
  const locked = posts.flatMap((post) => {
    if (seen.some((it) => it.post.id === post.id)) return []
    const media = post.media.find((it) => it.locked && it.preview !== null)
    return media ? [{ post, media }] : []
  })
  const three = [...seen, ...locked].slice(0, 3)
  return three.length === 3 ? three : []
}

/** The smallest picture of an open media. */
export const pictureOf = ({ type, small, url, poster }: Media): string | null =>
  type === 'IMAGE' ? (small ?? url) : poster
