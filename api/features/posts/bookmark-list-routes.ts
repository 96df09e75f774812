import { bookmarkLists } from '../../../contract/bookmark-lists.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import {
  createBookmarkList,
  readBookmarkLists,
  removeBookmarkList,
  renameBookmarkList,
  sortBookmark,
} from './bookmark-lists.ts'

export const bookmarkListRoutes = (ctx: Services) =>
  implement(bookmarkLists)({
    list: async ({ post = null }, { viewer }) => ({ data: await readBookmarkLists(ctx, viewer, post), next: null }),
    create: async (input, { viewer, created }) => {
      const made = await createBookmarkList(ctx, viewer, input)
      created()
      return made
    },
    update: async (input, { viewer }) => {
      await renameBookmarkList(ctx, viewer, input)
      return { ok: true }
    },
    remove: async ({ id }, { viewer }) => {
      await removeBookmarkList(ctx, viewer, id)
      return { ok: true }
    },
    sort: async (input, { viewer }) => {
      await sortBookmark(ctx, viewer, input)
      return { bookmarked: true }
    },
  })
