import { createServerFn } from '@tanstack/react-start'
import { posts } from '../../contract/posts.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getPostsOfUser = createServerFn({ method: 'GET' }).validator(sent(posts.ofUser)).handler(({ data }) => callApi(posts.ofUser, data))
export const getProfilePage = createServerFn({ method: 'GET' }).validator(sent(posts.ofProfile)).handler(({ data }) => callApi(posts.ofProfile, data))
export const getFeed = createServerFn({ method: 'GET' }).validator(sent(posts.feed)).handler(({ data }) => callApi(posts.feed, data))
export const getPost = createServerFn({ method: 'GET' }).validator(sent(posts.get)).handler(({ data }) => callApi(posts.get, data))
export const createPost = createServerFn({ method: 'POST' }).validator(sent(posts.create)).handler(({ data }) => callApi(posts.create, data))
export const updatePost = createServerFn({ method: 'POST' }).validator(sent(posts.update)).handler(({ data }) => callApi(posts.update, data))
export const removePost = createServerFn({ method: 'POST' }).validator(sent(posts.remove)).handler(({ data }) => callApi(posts.remove, data))
export const likePost = createServerFn({ method: 'POST' }).validator(sent(posts.like)).handler(({ data }) => callApi(posts.like, data))
export const bookmarkPost = createServerFn({ method: 'POST' }).validator(sent(posts.bookmark)).handler(({ data }) => callApi(posts.bookmark, data))
export const getComments = createServerFn({ method: 'GET' }).validator(sent(posts.comments)).handler(({ data }) => callApi(posts.comments, data))
export const addComment = createServerFn({ method: 'POST' }).validator(sent(posts.comment)).handler(({ data }) => callApi(posts.comment, data))
export const removeComment = createServerFn({ method: 'POST' }).validator(sent(posts.removeComment)).handler(({ data }) => callApi(posts.removeComment, data))
export const getUnpublished = createServerFn({ method: 'GET' }).validator(sent(posts.unpublished)).handler(({ data }) => callApi(posts.unpublished, data))
