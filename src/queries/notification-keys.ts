/** The list of what has happened, and the settings of what is told. Apart from the queries, for those who only refresh. */
export const notificationKeys = {
  list: ['notifications'] as const,
  settings: ['notification-settings'] as const,
}
