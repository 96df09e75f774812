import { useQuery } from '@tanstack/react-query'
import type { FeedTab } from '../../lib/feed-tabs.ts'
import { featuredQuery } from '../../queries/users.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { Feed } from './feed.tsx'
import { Landing } from './landing.tsx'

/** The home page: the landing page for a visitor, the feed for a user (product §17). */
export function HomeScreen({ tab }: { tab: FeedTab }) {
  return useViewer() ? <Feed tab={tab} /> : <AuthLayout />
}

/** Without the creators the page still renders, without the example bill. */
function AuthLayout() {
  const { data } = useQuery(featuredQuery)
  return <Landing creators={data?.data ?? []} />
}
