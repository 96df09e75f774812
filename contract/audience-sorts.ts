/** Newest fans first, oldest first, by name, by what they paid, by when they paid last, by the next renewal. */
export const audienceSorts = ['newest', 'oldest', 'name', 'spent', 'paid', 'renewal'] as const
export type AudienceSort = (typeof audienceSorts)[number]
