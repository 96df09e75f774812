import * as v from 'valibot'
import { anyone, creator, endpoint } from './endpoint.ts'
import { albumDescriptionLength, albumNameLength } from './limits.ts'
import { postShape } from './posts.ts'
import { done, id, list, listing, text, usernameIn, whole } from './shapes.ts'
import { userShape } from './users.ts'

/** The picture of one of an album's first posts; a locked one is only its blurred preview, without an address. */
const coverShape = v.object({
  locked: v.boolean(),
  url: v.nullable(v.string()),
  preview: v.nullable(v.string()),
  focal: v.nullable(v.object({ x: v.number(), y: v.number() })),
})
export type AlbumCover = v.InferOutput<typeof coverShape>

const albumShape = v.object({
  id: v.string(),
  name: v.string(),
  description: v.string(),
  /** How many of its posts are out. */
  posts: v.number(),
  /** One that the viewer may see, else a locked one; null where its first posts have no picture. */
  cover: v.nullable(coverShape),
})
export type Album = v.InferOutput<typeof albumShape>

/** An album with its creator, as its own page shows it. */
const albumPageShape = v.object({ ...albumShape.entries, creator: userShape, can_edit: v.boolean() })
export type AlbumPage = v.InferOutput<typeof albumPageShape>

/** An album of one's own, and whether a post is in it. */
const albumChoiceShape = v.object({ id: v.string(), name: v.string(), posts: v.number(), has_post: v.boolean() })
export type AlbumChoice = v.InferOutput<typeof albumChoiceShape>

const name = text(albumNameLength, 1)
const description = text(albumDescriptionLength)
const direction = v.picklist(['up', 'down', 'first'])
const inAlbum = v.object({ id, postId: id })

/** Albums: a creator's named collections of their own posts (product §83). */
export const albums = {
  ofUser: endpoint({
    method: 'GET',
    path: '/api/users/{username}/albums',
    access: anyone('can_social'),
    input: v.object({ username: usernameIn, ...listing }),
    mayBeLate: 'for visitors',
    output: list(albumShape),
    errors: ['not_found'],
    summary: "A creator's albums in the creator's order; those without a post that is out for the creator alone.",
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/albums/{id}',
    access: anyone('can_social'),
    input: v.object({ id }),
    mayBeLate: 'for visitors',
    output: albumPageShape,
    errors: ['not_found'],
    summary: 'An album as the viewer may see it.',
  }),
  posts: endpoint({
    method: 'GET',
    path: '/api/albums/{id}/posts',
    access: anyone('can_social'),
    input: v.object({ id, ...listing }),
    mayBeLate: 'for visitors',
    output: list(postShape),
    errors: ['not_found'],
    summary: "The posts of an album that are out, in the creator's order.",
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/creator/albums',
    access: creator('can_social'),
    input: v.object({ post: v.optional(id) }),
    output: list(albumChoiceShape),
    errors: [],
    summary: "All of the creator's albums, a hundred at most, and whether a post is in each.",
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/creator/albums',
    access: creator('can_social'),
    input: v.object({ name, description: v.optional(description, ''), post: v.optional(id) }),
    fansRead: ['name', 'description'],
    output: albumPageShape,
    errors: ['not_found', 'too_many_albums'],
    summary: 'Make an album, with a first post where one is named; it is the last of the creator.',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/creator/albums/{id}',
    access: creator('can_social'),
    input: v.object({ id, name: v.optional(name), description: v.optional(description) }),
    fansRead: ['name', 'description'],
    output: done,
    errors: ['not_found'],
    summary: 'Rename or describe an album.',
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/creator/albums/{id}/move',
    access: creator('can_social'),
    input: v.object({ id, direction }),
    output: done,
    errors: ['not_found'],
    summary: 'Move an album before or after its neighbour, or to the first place.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/creator/albums/{id}',
    access: creator('can_social'),
    input: v.object({ id }),
    output: done,
    errors: ['not_found'],
    summary: 'Delete an album; its posts stay.',
  }),
  choices: endpoint({
    method: 'GET',
    path: '/api/creator/albums/{id}/choices',
    access: creator('can_social'),
    input: v.object({ id, ...listing }),
    output: list(v.object({ post: postShape, in_album: v.boolean() })),
    errors: ['not_found'],
    summary: "The creator's posts that are out, in the order of the profile, and whether each is in the album.",
  }),
  addPost: endpoint({
    method: 'PUT',
    path: '/api/creator/albums/{id}/posts/{postId}',
    access: creator('can_social'),
    input: v.object({ ...inAlbum.entries, position: v.optional(whole(-999_999_999, 999_999_999)) }),
    output: done,
    errors: ['not_found', 'album_full'],
    summary:
      'Put a post into an album, at its first place or, while it is free, where it was taken out; a second call changes nothing.',
  }),
  removePost: endpoint({
    method: 'DELETE',
    path: '/api/creator/albums/{id}/posts/{postId}',
    access: creator('can_social'),
    input: inAlbum,
    output: v.object({ position: v.nullable(v.number()) }),
    errors: ['not_found'],
    summary: 'Take a post out of an album, and answer its place; a second call changes nothing.',
  }),
  movePost: endpoint({
    method: 'POST',
    path: '/api/creator/albums/{id}/posts/{postId}/move',
    access: creator('can_social'),
    input: v.object({ ...inAlbum.entries, direction }),
    output: done,
    errors: ['not_found'],
    summary: 'Move a post of an album before or after its neighbour that is out, or to the first place.',
  }),
}
