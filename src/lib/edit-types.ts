/** What of a profile can be edited on a page of its own (product §25). */
export const editTypes = ['avatar', 'cover', 'bio', 'links', 'location'] as const
export type EditType = (typeof editTypes)[number]
