import { useQuery } from '@tanstack/react-query'
import type { FeedTab } from '../../lib/feed-tabs.ts'
import { featuredQuery } from '../../queries/users.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { Feed } from './feed.tsx'
import { Landing } from './landing.tsx'

/** The front door: the house for a visitor, the feed for who is in (product §17). */
export function HomeScreen({ tab }: { tab: FeedTab }) {
  return useViewer() ? <Feed tab={tab} /> : <AuthLayout />
}

/** Without the creators the house still stands: their bill is what is missing then. */
function AuthLayout() {
  const { data } = useQuery(featuredQuery)
  return <Landing creators={data?.data ?? []} />
}
