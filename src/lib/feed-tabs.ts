export const feedTabs = ['following', 'subscribed', 'discover'] as const
export type FeedTab = (typeof feedTabs)[number]

/** The feed's tab is part of its address; the first one is not written. */
export function feedTab({ tab }: Record<string, unknown>): { tab?: FeedTab } {
  return { tab: feedTabs.find((it) => it === tab) }
}
