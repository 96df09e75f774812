/** What creators have broadcast to the viewer. Separate from its query for modules that only invalidate it. */
export const channelKey = ['channel'] as const

/** What a creator has planned; here too, because a file of its own is one more name in every first visit. */
export const calendarKey = ['calendar'] as const
