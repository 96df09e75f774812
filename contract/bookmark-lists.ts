import * as v from 'valibot'
import { endpoint, ownerOnly } from './endpoint.ts'
import { bookmarkListNameLength } from './limits.ts'
import { done, id, list, text } from './shapes.ts'

/** A list of one's own bookmarks, how many are in it, and whether a post is. */
const bookmarkListShape = v.object({ id: v.string(), name: v.string(), bookmarks: v.number(), has_post: v.boolean() })
export type BookmarkList = v.InferOutput<typeof bookmarkListShape>

const name = text(bookmarkListNameLength, 1)

/** Lists into which a user sorts bookmarks; a bookmark is in one at most (product §92). */
export const bookmarkLists = {
  list: endpoint({
    method: 'GET',
    path: '/api/bookmark-lists',
    access: ownerOnly(),
    input: v.object({ post: v.optional(id) }),
    output: list(bookmarkListShape),
    errors: [],
    summary: "All of the user's lists of bookmarks by name, a hundred at most, and whether a post is in each.",
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/bookmark-lists',
    access: ownerOnly(),
    input: v.object({ name, post: v.optional(id) }),
    output: bookmarkListShape,
    errors: ['not_found', 'too_many_lists', 'list_exists'],
    summary: 'Make a list of bookmarks, with a post where one is named, which is then bookmarked.',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/bookmark-lists/{id}',
    access: ownerOnly(),
    input: v.object({ id, name }),
    output: done,
    errors: ['not_found', 'list_exists'],
    summary: 'Rename a list of bookmarks.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/bookmark-lists/{id}',
    access: ownerOnly(),
    input: v.object({ id }),
    output: done,
    errors: ['not_found'],
    summary: 'Delete a list of bookmarks; its bookmarks stay, in no list.',
  }),
  sort: endpoint({
    method: 'PUT',
    path: '/api/posts/{id}/bookmark',
    access: ownerOnly(),
    input: v.object({ id, list: v.nullable(id) }),
    output: v.object({ bookmarked: v.literal(true) }),
    errors: ['not_found', 'forbidden'],
    summary: 'Put a post into a list of bookmarks, or with null into none; it is bookmarked if it was not.',
  }),
}
