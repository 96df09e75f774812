import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { type FeedTab, feedTabs } from '../../lib/feed-tabs.ts'
import { m } from '../../paraglide/messages.js'
import { feedQuery } from '../../queries/posts.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazily } from '../../ui/lazily.ts'
import { tabClasses, tabListClasses } from '../../ui/tabs.tsx'
import { Frame } from '../frame/frame.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { PostList } from '../posts/post-list.tsx'
import { NewPosts } from './new-posts.tsx'

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
      <NewPosts key={tab} tab={tab} />
      <PostList
        list={list}
        posts={list.data?.pages.flatMap((page) => page.data)}
        empty={
          <>
            <EmptyFeed tab={tab} />
            {tab !== 'discover' && !isActing && (
              // A laptop has them beside the feed.
              <div className="lg:hidden">
                <Suggested />
              </div>
            )}
          </>
        }
        between={!isActing && <Suggested />}
      />
    </Frame>
  )
}

/** Suggestions are below what is seen first, so they come after it: the first posts, or the words of an empty feed. */
const Suggested = () => (
  <Suspense fallback={null}>
    <SuggestedRow />
  </Suspense>
)
const SuggestedRow = lazily(async () => (await import('../frame/suggested-row.tsx')).SuggestedRow)

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
function EmptyFeed({ tab }: { tab: FeedTab }) {
  if (tab === 'discover')
    return <EmptyState title={m.feed_empty_discover_title()}>{m.feed_empty_discover_text()}</EmptyState>
  const action = (
    <Link to="/" search={{ tab: 'discover' }} className={buttonClasses({ variant: 'primary' })}>
      {m.feed_go_discover()}
    </Link>
  )
  const isFollowing = tab === 'following'
  return (
    <EmptyState title={isFollowing ? m.feed_empty_following_title() : m.feed_empty_subscribed_title()} action={action}>
      {isFollowing ? m.feed_empty_following_text() : m.feed_empty_subscribed_text()}
    </EmptyState>
  )
}
