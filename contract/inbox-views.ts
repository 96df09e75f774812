/** What an inbox may show, in which order: names that addresses share with the API, without its shapes. */
export const conversationFilters = [
  'unread',
  'unanswered',
  'online',
  'subscribers',
  'followers',
  'expired',
  'tippers',
  'spenders',
  'muted',
  'hidden',
  'requests',
  'waiting',
  'requested',
  'pinned',
  'snoozed',
] as const
export const conversationSorts = ['recent', 'unread_first', 'oldest_unanswered', 'top_spenders'] as const

export const teamInboxShows = ['all', 'unanswered', 'mine', 'free'] as const
export const teamInboxSorts = ['recent', 'waiting'] as const
