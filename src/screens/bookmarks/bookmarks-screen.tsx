import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { m } from '../../paraglide/messages.js'
import { bookmarksQuery } from '../../queries/bookmarks.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Frame } from '../frame/frame.tsx'
import { PostList } from '../posts/post-list.tsx'

/** What one bookmarked, found again. A bookmark taken back here leaves its post in place until the page is next opened. */
export function BookmarksScreen() {
  const list = useInfiniteQuery(bookmarksQuery)
  return (
    <Frame title={m.title_bookmarks()}>
      <PostList list={list} posts={list.data?.pages.flatMap((page) => page.data)} empty={<NoBookmarks />} />
    </Frame>
  )
}

function NoBookmarks() {
  const action = (
    <Link to="/" search={{ tab: 'discover' }} className={buttonClasses({ variant: 'primary' })}>
      {m.feed_go_discover()}
    </Link>
  )
  return (
    <EmptyState scene="script" title={m.bookmarks_empty_title()} action={action}>
      {m.bookmarks_empty_text()}
    </EmptyState>
  )
}
