import type { FeedTab } from '../lib/feed-tabs.ts'

/** Whether a tab of the feed has posts that it does not show yet. */
export const newPostsKey = (tab: FeedTab) => ['new posts', tab] as const
