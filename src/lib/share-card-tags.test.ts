import { expect, it } from 'vitest'
import type { Post } from '../../contract/posts.ts'
import type { PublicProfile } from '../../contract/users.ts'
import { postCardTags, profileCardTags, type Tag } from './share-card-tags.ts'

const origin = 'https://fanfare.example'
const alice = {
  username: 'alice',
  display_name: 'Alice',
  avatar: '/media/0190b6a0-0000-7000-8000-0000aaaaaaaa/thumb?v=p&e=1&s=x',
  cover: null,
  is_creator: true,
} as PublicProfile
const post = {
  id: 'a-post',
  author: alice,
  visibility: 'public',
  access: { allowed: true },
  media: [{ url: '/media/0190b6a0-0000-7000-8000-0000bbbbbbbb/card?v=p&e=1&s=x', poster: null }],
} as unknown as Post
const imageOf = (tags: Tag[]) => tags.find((it) => it.property === 'og:image')?.content

it('names the card of a creator with its size, in the language of the page, and none of a fan', () => {
  const tags = profileCardTags(alice, 'fr', origin)
  expect(imageOf(tags)).toBe('https://fanfare.example/media/cards/creator/alice/fr?v=aaaaaa-0')
  expect(tags).toContainEqual({ property: 'og:locale', content: 'fr_FR' })
  expect(tags).toContainEqual({ property: 'og:image:width', content: '1200' })
  expect(tags).toContainEqual({ name: 'twitter:card', content: 'summary_large_image' })
  expect(profileCardTags({ ...alice, is_creator: false }, 'en', origin)).toEqual([])
})

it('names another address once the picture on the card is another one', () => {
  expect(imageOf(postCardTags(post, 'en', origin))).toBe(
    'https://fanfare.example/media/cards/post/a-post/en?v=aaaaaa-bbbbbb',
  )
  expect(imageOf(postCardTags({ ...post, media: [] }, 'en', origin))).not.toContain('bbbbbb')
})

it.each([
  ['followers', true],
  ['subscribers', true],
  ['paid', true],
  ['public', false],
] as const)('names the card of the author for a post for %s that the reader may see: %s', (visibility, allowed) => {
  const tags = JSON.stringify(postCardTags({ ...post, visibility, access: { allowed } } as Post, 'en', origin))
  expect(tags).toContain('/media/cards/creator/alice/en')
  for (const secret of ['a-post', 'bbbbbb']) expect(tags).not.toContain(secret)
})
