/** Keys of the notifications and of their settings. Separate from the queries for modules that only invalidate. */
export const notificationKeys = {
  list: ['notifications'] as const,
  unread: ['notifications', 'unread'] as const,
  bell: (creatorId: string) => ['notification-bell', creatorId] as const,
  settings: ['notification-settings'] as const,
}
