import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { BookmarkList } from '../../../contract/bookmark-lists.ts'
import { m } from '../../paraglide/messages.js'
import { bookmarkListsQuery, bookmarksQuery } from '../../queries/bookmarks.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Frame } from '../frame/frame.tsx'
import { PostList } from '../posts/post-list.tsx'
import { ListMenu } from './list-menu.tsx'

/**
 * What one bookmarked, found again, all or one list. A bookmark taken back here leaves its post in place until the page
 * is next opened.
 */
export function BookmarksScreen({ list: listId }: { list: string | undefined }) {
  const navigate = useNavigate()
  const posts = useInfiniteQuery(bookmarksQuery(listId))
  const { data } = useQuery(bookmarkListsQuery())
  const lists = data?.data ?? []
  const list = lists.find((it) => it.id === listId)
  return (
    <Frame
      title={m.title_bookmarks()}
      back="/"
      actions={list && <ListMenu list={list} onRemoved={() => void navigate({ to: '/bookmarks' })} />}
    >
      {lists.length > 0 && <Lists lists={lists} chosen={listId} />}
      <PostList
        list={posts}
        posts={posts.data?.pages.flatMap((page) => page.data)}
        empty={listId === undefined ? <NoBookmarks /> : <NothingInList />}
      />
    </Frame>
  )
}

function Lists({ lists, chosen }: { lists: readonly BookmarkList[]; chosen: string | undefined }) {
  const chip = (id: string | undefined) => ({
    'aria-current': id === chosen ? ('true' as const) : undefined,
    className: clsx('chip', id === chosen && 'chip-on'),
  })
  return (
    <nav aria-label={m.bookmark_lists_label()} className="border-hairline border-b">
      <ul className="no-scrollbar flex gap-2 overflow-x-auto px-4 py-3 sm:px-6">
        <li className="shrink-0">
          <Link to="/bookmarks" {...chip(undefined)}>
            {m.bookmark_lists_all()}
          </Link>
        </li>
        {lists.map(({ id, name, bookmarks }) => (
          <li key={id} className="shrink-0">
            <Link to="/bookmarks" search={{ list: id }} {...chip(id)}>
              <span className="max-w-48 truncate">{name}</span>
              <span className="tabular-nums">{bookmarks}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
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

function NothingInList() {
  const action = (
    <Link to="/bookmarks" className={buttonClasses()}>
      {m.bookmark_lists_all()}
    </Link>
  )
  return (
    <EmptyState scene="script" title={m.bookmark_lists_empty_title()} action={action}>
      {m.bookmark_lists_empty_text()}
    </EmptyState>
  )
}
