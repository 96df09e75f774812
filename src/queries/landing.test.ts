import { expect, it } from 'vitest'
import type { Media } from '../../contract/media.ts'
import type { Post } from '../../contract/posts.ts'
import { chooseLandingPosts } from './landing.ts'

const picture = { type: 'IMAGE', locked: false, url: '/media/1/card', poster: null } as Media
const film = { ...picture, type: 'VIDEO', poster: '/media/2/poster' } as Media
const sound = { ...picture, type: 'SOUND' } as Media
const lockedPicture = { ...picture, locked: true, url: null } as Media
const post = (id: string, username: string, media: Media[], allowed = true) =>
  ({ id, text: 'x'.repeat(200), author: { username, display_name: '' }, access: { allowed }, media }) as unknown as Post
const ids = (posts: Post[]) => chooseLandingPosts(posts).map((it) => it.id)

it('takes posts that everyone may see, by their first open picture or film with a poster', () => {
  const posts = [
    post('locked', 'a', [lockedPicture], false),
    post('words', 'b', []),
    post('sound', 'c', [sound]),
    post('film', 'd', [lockedPicture, film]),
    post('film without poster', 'e', [{ ...film, poster: null }]),
    post('picture', 'f', [picture]),
  ]
  expect(ids(posts)).toEqual(['film', 'picture'])
  expect(chooseLandingPosts(posts)[0]).toMatchObject({ username: 'd', name: 'd', media: film })
  expect(chooseLandingPosts(posts)[0]?.text).toHaveLength(120)
})

it('takes one post of each creator before any has a second, and seven in all', () => {
  const posts = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2', 'a4', 'a5', 'a6'].map((id) => post(id, id.charAt(0), [picture]))
  expect(ids(posts)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})
