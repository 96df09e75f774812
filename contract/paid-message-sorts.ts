/** Newest first, or by price or by what was earned, the highest first. */
export const paidMessageSorts = ['newest', 'price', 'earned'] as const
export type PaidMessageSort = (typeof paidMessageSorts)[number]

/** What became of a message: not opened yet, opened and not bought, or bought. */
export const paidMessageStates = ['unopened', 'unbought', 'bought'] as const
export type PaidMessageState = (typeof paidMessageStates)[number]
