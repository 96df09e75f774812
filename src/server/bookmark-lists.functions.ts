import { createServerFn } from '@tanstack/react-start'
import { bookmarkLists } from '../../contract/bookmark-lists.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getBookmarkLists = createServerFn({ method: 'GET' })
  .validator(sent(bookmarkLists.list))
  .handler(({ data }) => callApi(bookmarkLists.list, data))
export const createBookmarkList = createServerFn({ method: 'POST' })
  .validator(sent(bookmarkLists.create))
  .handler(({ data }) => callApi(bookmarkLists.create, data))
export const updateBookmarkList = createServerFn({ method: 'POST' })
  .validator(sent(bookmarkLists.update))
  .handler(({ data }) => callApi(bookmarkLists.update, data))
export const removeBookmarkList = createServerFn({ method: 'POST' })
  .validator(sent(bookmarkLists.remove))
  .handler(({ data }) => callApi(bookmarkLists.remove, data))
export const sortBookmark = createServerFn({ method: 'POST' })
  .validator(sent(bookmarkLists.sort))
  .handler(({ data }) => callApi(bookmarkLists.sort, data))
