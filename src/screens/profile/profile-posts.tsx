import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { PublicProfile } from '../../../contract/users.ts'
import { type MediaTab, mediaTabs } from '../../lib/profile-tabs.ts'
import { m } from '../../paraglide/messages.js'
import { postsOfUserQuery } from '../../queries/posts.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { lazily } from '../../ui/lazily.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { tabClasses, tabListClasses } from '../../ui/tabs.tsx'
import { PostList } from '../posts/post-list.tsx'
import { PostSkeleton } from '../posts/post-skeleton.tsx'

type ProfilePostsProps = { user: PublicProfile; tab: MediaTab | undefined; offer: string | undefined }

/** The posts, or the media of a kind alone, in tabs that are addresses. */
export function ProfilePosts({ user, tab, offer }: ProfilePostsProps) {
  const tabs = (['photos', 'videos', 'sounds'] as const).filter((it) => it === tab || user.media_counts[it] > 0)
  return (
    <>
      {tabs.length > 0 && (
        <nav aria-label={m.profile_tabs()} className={tabListClasses}>
          {[undefined, ...tabs].map((it) => (
            <Link
              key={it ?? 'posts'}
              to="/@{$username}"
              params={{ username: user.username ?? '' }}
              search={{ offer, tab: it }}
              resetScroll={false}
              activeOptions={{ exact: true }}
              aria-current={it === tab ? 'page' : undefined}
              className={tabClasses}
            >
              {tabName(it)}
              <span className="ml-1.5 font-normal text-ink-faint tabular-nums">
                {it ? user.media_counts[it] : user.counts.posts}
              </span>
            </Link>
          ))}
        </nav>
      )}
      {tab ? (
        <Suspense fallback={<PostSkeleton />}>
          <MediaGrid key={tab} user={user} type={mediaTabs[tab]} />
        </Suspense>
      ) : (
        <Posts user={user} />
      )}
    </>
  )
}

function Posts({ user }: { user: PublicProfile }) {
  const list = useInfiniteQuery(postsOfUserQuery(user.username ?? ''))
  const name = user.display_name ?? `@${user.username}`
  return (
    <PostList
      below
      list={list}
      posts={list.data?.pages.flatMap((page) => page.data)}
      empty={
        user.is_self ? ownEmptyState(user) : { title: m.profile_empty_title(), text: m.profile_empty_text({ name }) }
      }
    />
  )
}

const tabName = (tab: MediaTab | undefined): string =>
  tab === undefined
    ? m.profile_tab_posts()
    : { photos: m.profile_tab_photos, videos: m.profile_tab_videos, sounds: m.profile_tab_sounds }[tab]()

/** The viewer's own profile before the first post, with the next step: for a fan, becoming a creator. */
function ownEmptyState({ is_creator }: PublicProfile) {
  return {
    title: m.profile_empty_own_title(),
    text: is_creator ? m.profile_empty_own_text() : m.profile_empty_fan_text(),
    action: (
      <PageLink href={is_creator ? '/upload?step=post' : '/creator'} className={buttonClasses()}>
        {is_creator ? m.composer_drafts_write() : m.landing_stage_action()}
      </PageLink>
    ),
  }
}

/** The grid is loaded when one of its tabs is opened. */
const MediaGrid = lazily(async () => (await import('../posts/media-grid.tsx')).MediaGrid)
