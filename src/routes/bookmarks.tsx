import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../lib/head.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { m } from '../paraglide/messages.js'
import { bookmarksQuery } from '../queries/bookmarks.ts'
import { BookmarksScreen } from '../screens/bookmarks/bookmarks-screen.tsx'

export const Route = createFileRoute('/bookmarks')({
  staticData: { middleware: ['auth'], closedWhileActing: true },
  loader: async ({ context: { queryClient } }) => {
    await queryClient.prefetchInfiniteQuery(bookmarksQuery)
    return pageHead({ title: m.title_bookmarks() })
  },
  head: loaderHead,
  component: BookmarksScreen,
})
