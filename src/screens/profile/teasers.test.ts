import { expect, it } from 'vitest'
import type { Media } from '../../../contract/media.ts'
import type { Post } from '../../../contract/posts.ts'
import { teasersOf } from './teasers.ts'

const open = { type: 'IMAGE', locked: false, small: '/s', preview: 'p' } as Media
const film = { type: 'VIDEO', locked: false, poster: '/f', preview: 'p' } as Media
const locked = { type: 'IMAGE', locked: true, small: null, url: null, preview: 'p' } as Media
const sound = { type: 'SOUND', locked: false, url: '/a', poster: null, preview: null } as Media
const post = (id: string, ...media: Media[]) => ({ id, media }) as Post
const idsOf = (...posts: Post[]) => teasersOf(posts).map((it) => it.post.id)

it('takes what the viewer may see first, one of each post, then locked ones', () => {
  const all = [post('a', locked), post('b', open, open), post('c', sound), post('d', locked, film), post('e', locked)]
  expect(idsOf(...all)).toEqual(['b', 'd', 'a'])
  expect(teasersOf(all)[1]?.media).toBe(film)
})

it('shows none where there are fewer than three', () => {
  expect(idsOf(post('a', open), post('b', locked), post('c', sound), post('d'))).toEqual([])
})
