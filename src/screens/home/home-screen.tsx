import { useQuery } from '@tanstack/react-query'
import type { FeedTab } from '../../lib/feed-tabs.ts'
import { landingPostsQuery } from '../../queries/landing.ts'
import { featuredQuery } from '../../queries/users.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { Feed } from './feed.tsx'
import { Landing } from './landing.tsx'

/** The home page: the landing page for a visitor, the feed for a user (product §17). */
export function HomeScreen({ tab }: { tab: FeedTab }) {
  return useViewer() ? <Feed tab={tab} /> : <AuthLayout />
}

/** Without the creators or the posts the page still renders, without the parts that show them. */
function AuthLayout() {
  const { data: creators } = useQuery(featuredQuery)
  const { data: posts } = useQuery(landingPostsQuery)
  return <Landing creators={creators?.data ?? []} posts={posts ?? []} />
}
