import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { PublicProfile } from '../../../contract/users.ts'
import { mediaTabs, type ProfileTab } from '../../lib/profile-tabs.ts'
import { m } from '../../paraglide/messages.js'
import { postsOfUserQuery } from '../../queries/posts.ts'
import { lazily, lazilyAtTouch } from '../../ui/lazily.ts'
import { tabClasses, tabListClasses } from '../../ui/tabs.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { PostList } from '../posts/post-list.tsx'
import { PostSkeleton } from '../posts/post-skeleton.tsx'

type ProfilePostsProps = { user: PublicProfile; tab: ProfileTab | undefined; offer: string | undefined }

/** The posts, or the media of a kind alone, in tabs that are addresses; for a fan, who has none, what is theirs. */
export function ProfilePosts({ user, tab, offer }: ProfilePostsProps) {
  const viewer = useViewer()
  if (user.is_self && !user.is_creator && viewer) {
    return (
      <Suspense fallback={null}>
        <FanPage viewer={viewer} />
      </Suspense>
    )
  }
  return <CreatorPosts user={user} tab={tab} offer={offer} />
}

function CreatorPosts({ user, tab, offer }: ProfilePostsProps) {
  const counts = { ...user.media_counts, albums: user.albums }
  // A creator makes the first album there.
  const tabs = (['photos', 'videos', 'sounds', 'albums'] as const).filter(
    (it) => it === tab || counts[it] > 0 || (it === 'albums' && user.is_self),
  )
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
                {it ? counts[it] : user.counts.posts}
              </span>
            </Link>
          ))}
        </nav>
      )}
      {tab ? (
        <Suspense fallback={<PostSkeleton />}>
          {tab === 'albums' ? <Albums user={user} /> : <MediaGrid key={tab} user={user} type={mediaTabs[tab]} />}
        </Suspense>
      ) : (
        <Posts user={user} />
      )}
      {user.is_creator && !user.is_self && (
        <Suspense fallback={null}>
          <SimilarCreators user={user} />
        </Suspense>
      )}
    </>
  )
}

function Posts({ user }: { user: PublicProfile }) {
  const list = useInfiniteQuery(postsOfUserQuery(user.username ?? ''))
  return (
    <PostList
      below
      list={list}
      posts={list.data?.pages.flatMap((page) => page.data)}
      empty={
        <Suspense fallback={<PostSkeleton />}>
          <NoPosts user={user} />
        </Suspense>
      }
    />
  )
}

const tabName = (tab: ProfileTab | undefined): string =>
  tab === undefined
    ? m.profile_tab_posts()
    : {
        photos: m.profile_tab_photos,
        videos: m.profile_tab_videos,
        sounds: m.profile_tab_sounds,
        albums: m.profile_tab_albums,
      }[tab]()

/** What most visits do not need: nothing yet, a fan's own page, other creators. */
const NoPosts = lazily(async () => (await import('./no-posts.tsx')).NoPosts)
const FanPage = lazily(async () => (await import('./fan-page.tsx')).FanPage)
const SimilarCreators = lazilyAtTouch(async () => (await import('./similar-creators.tsx')).SimilarCreators)

/** The grids are loaded when one of their tabs is opened. */
const MediaGrid = lazily(async () => (await import('../posts/media-grid.tsx')).MediaGrid)
const Albums = lazily(async () => (await import('../albums/album-grid.tsx')).AlbumGrid)
