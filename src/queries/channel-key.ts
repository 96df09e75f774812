/** What creators have broadcast to the viewer. Apart from its query, for those who only refresh it. */
export const channelKey = ['channel'] as const
