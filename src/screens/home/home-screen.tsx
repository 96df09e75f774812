import type { FeedTab } from '../../lib/feed-tabs.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { Feed } from './feed.tsx'
import { Landing } from './landing.tsx'

/** The front door: the house for a visitor, the feed for who is in (PRODUCT 17). */
export function HomeScreen({ tab }: { tab: FeedTab }) {
  return useViewer() ? <Feed tab={tab} /> : <Landing creators={[]} />
}
