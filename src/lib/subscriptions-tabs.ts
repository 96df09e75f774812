export const subscriptionsTabs = ['paid', 'following'] as const
export type SubscriptionsTab = (typeof subscriptionsTabs)[number]

/** The tab of the page of subscriptions is part of its address; the first one is not written. */
export function subscriptionsTab({ tab }: Record<string, unknown>): { tab?: SubscriptionsTab } {
  return { tab: subscriptionsTabs.find((it) => it === tab) }
}
