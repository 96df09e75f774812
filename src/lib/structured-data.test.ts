import { expect, it } from 'vitest'
import type { Post } from '../../contract/posts.ts'
import type { PublicProfile } from '../../contract/users.ts'
import { postData, profileData } from './structured-data.ts'

const origin = 'https://fanfare.example'
const alice = {
  username: 'alice',
  display_name: 'Alice',
  avatar: '/media/a/avatar?v=p',
  bio: 'Sings.',
  is_creator: true,
  counts: { posts: 3, followers: 12 },
} as PublicProfile
const post = {
  id: '1',
  author: alice,
  text: 'Tonight at eight',
  visibility: 'public',
  access: { allowed: true },
  created_at: '2026-03-01T10:00:00.000Z',
  likes: 4,
  comments: 2,
  media: [{ url: '/media/secret' }],
} as unknown as Post

it('says who a creator is, and nothing of a fan', () => {
  expect(profileData(alice, origin)).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: {
      '@type': 'Person',
      name: 'Alice',
      alternateName: '@alice',
      url: 'https://fanfare.example/@alice',
      image: 'https://fanfare.example/media/a/avatar?v=p',
      description: 'Sings.',
      interactionStatistic: { userInteractionCount: 12 },
    },
  })
  expect(profileData({ ...alice, is_creator: false }, origin)).toBeNull()
})

it('gives the words of a post that everyone may see', () => {
  expect(postData(post, origin)).toMatchObject({ articleBody: 'Tonight at eight', isAccessibleForFree: true })
})

it.each([
  ['followers', true],
  ['subscribers', true],
  ['paid', true],
  ['public', false],
  ['paid', false],
] as const)('gives nothing of a post for %s that the reader may see: %s', (visibility, allowed) => {
  const data = JSON.stringify(postData({ ...post, visibility, access: { allowed } } as Post, origin))
  expect(data).toContain('"isAccessibleForFree":false')
  for (const secret of ['Tonight', 'secret', 'interactionStatistic']) expect(data).not.toContain(secret)
})
