/** Keys of the notifications and of their settings. Separate from the queries for modules that only invalidate. */
export const notificationKeys = {
  list: ['notifications'] as const,
  settings: ['notification-settings'] as const,
}
