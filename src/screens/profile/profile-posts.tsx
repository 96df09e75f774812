import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { postsOfUserQuery } from '../../queries/posts.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { lazily } from '../../ui/lazily.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { PostList } from '../posts/post-list.tsx'
import { PostSkeleton } from '../posts/post-skeleton.tsx'

/** The posts, as a list or as the pictures alone. */
export function ProfilePosts({ user }: { user: PublicProfile }) {
  const [tab, setTab] = useState<'posts' | 'media'>('posts')
  const list = useInfiniteQuery(postsOfUserQuery(user.username ?? ''))
  const posts = list.data?.pages.flatMap((page) => page.data)
  const name = user.display_name ?? `@${user.username}`
  return (
    <>
      <Tabs
        label={m.profile_tabs()}
        tabs={[
          { id: 'posts', label: m.profile_tab_posts() },
          { id: 'media', label: m.profile_tab_media() },
        ]}
        value={tab}
        onChange={setTab}
        panelId="profile-posts"
      />
      <div id="profile-posts" role="tabpanel">
        {tab === 'media' && posts ? (
          <Suspense fallback={<PostSkeleton />}>
            <MediaGrid name={user.id} posts={posts} list={list} />
          </Suspense>
        ) : (
          <PostList
            below
            list={list}
            posts={posts}
            empty={
              user.is_self
                ? ownEmptyState(user)
                : { title: m.profile_empty_title(), text: m.profile_empty_text({ name }) }
            }
          />
        )}
      </div>
    </>
  )
}

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

/** The grid is loaded when its tab is opened. */
const MediaGrid = lazily(async () => (await import('../posts/media-grid.tsx')).MediaGrid)
