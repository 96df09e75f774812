import { createFileRoute } from '@tanstack/react-router'
import { isUuid } from '../../contract/uuid.ts'
import { pageHead } from '../lib/head.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { m } from '../paraglide/messages.js'
import { bookmarkListsQuery, bookmarksQuery } from '../queries/bookmarks.ts'
import { BookmarksScreen } from '../screens/bookmarks/bookmarks-screen.tsx'

export const Route = createFileRoute('/bookmarks')({
  staticData: { middleware: ['auth'], closedWhileActing: true },
  validateSearch: ({ list }: Record<string, unknown>): { list?: string } =>
    typeof list === 'string' && isUuid(list) ? { list } : {},
  loaderDeps: ({ search: { list } }) => ({ list }),
  loader: async ({ context: { queryClient }, deps: { list } }) => {
    await Promise.all([
      queryClient.prefetchInfiniteQuery(bookmarksQuery(list)),
      queryClient.prefetchQuery(bookmarkListsQuery()),
    ])
    return pageHead({ title: m.title_bookmarks() })
  },
  head: loaderHead,
  component: Bookmarks,
})

function Bookmarks() {
  const { list } = Route.useSearch()
  return <BookmarksScreen list={list} />
}
