/** What creators have broadcast to the viewer. Separate from its query for modules that only invalidate it. */
export const channelKey = ['channel'] as const
