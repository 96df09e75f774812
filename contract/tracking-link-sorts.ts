/** Newest first, by name, or by a figure, the highest first. The last three need `can_payment`. */
export const trackingLinkSorts = [
  'newest',
  'name',
  'visits',
  'follows',
  'subscriptions',
  'revenue',
  'cost',
  'return',
] as const
export type TrackingLinkSort = (typeof trackingLinkSorts)[number]

export const sortsByAmount: readonly TrackingLinkSort[] = ['revenue', 'cost', 'return']
