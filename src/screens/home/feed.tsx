import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FeedTab, feedTabs } from '../../lib/feed-tabs.ts'
import { m } from '../../paraglide/messages.js'
import { feedQuery } from '../../queries/posts.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { tabClasses, tabListClasses } from '../../ui/tabs.tsx'
import { Frame } from '../frame/frame.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { PostList } from '../posts/post-list.tsx'

/** The feed, newest first, in three tabs that are addresses (product §17). */
export function Feed({ tab }: { tab: FeedTab }) {
  const list = useInfiniteQuery(feedQuery(tab))
  const isActing = useViewer()?.acting_as != null
  return (
    <Frame title={m.nav_home()} actions={isActing ? null : <ToBookmarks />}>
      <nav aria-label={m.feed_tabs()} className={tabListClasses}>
        {feedTabs.map((feedTab) => (
          <Link
            key={feedTab}
            to="/"
            search={{ tab: feedTab === 'following' ? undefined : feedTab }}
            activeOptions={{ exact: true }}
            aria-current={feedTab === tab ? 'page' : undefined}
            className={tabClasses}
          >
            {tabName(feedTab)}
          </Link>
        ))}
      </nav>
      <PostList list={list} posts={list.data?.pages.flatMap((page) => page.data)} empty={emptyOf(tab)} />
    </Frame>
  )
}

/** The link to the bookmarks, which operators do not have. */
const ToBookmarks = () => (
  <Link to="/bookmarks" aria-label={m.title_bookmarks()} className={buttonClasses({ variant: 'ghost', size: 'icon' })}>
    <Icon name="bookmark" />
  </Link>
)

function tabName(tab: FeedTab): string {
  return { following: m.feed_following, subscribed: m.feed_subscribed, discover: m.feed_discover }[tab]()
}

/** Each empty feed says what to do next. */
function emptyOf(tab: FeedTab) {
  if (tab === 'discover') return { title: m.feed_empty_discover_title(), text: m.feed_empty_discover_text() }
  const action = (
    <Link to="/" search={{ tab: 'discover' }} className={buttonClasses({ variant: 'primary' })}>
      {m.feed_go_discover()}
    </Link>
  )
  return tab === 'following'
    ? { title: m.feed_empty_following_title(), text: m.feed_empty_following_text(), action }
    : { title: m.feed_empty_subscribed_title(), text: m.feed_empty_subscribed_text(), action }
}
