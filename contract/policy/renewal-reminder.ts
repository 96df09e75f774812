/**
 * From when on a fan is reminded of a renewal (product §87): seven days before the end of a bundle, which was paid so long ago
 * that it is forgotten, and else three, which is time to read a mail and decide. A free time that is shorter than twice that
 * is half over by then, so that no reminder comes with what it reminds of.
 */
export function remindsFrom({ renewsAt, isBundle, freeSince }: ReminderFacts): number {
  const lead = isBundle ? longestLeadMs : usualLeadMs
  return renewsAt - (freeSince === null ? lead : Math.min(lead, (renewsAt - freeSince) / 2))
}

const dayMs = 86_400_000
export const usualLeadMs = 3 * dayMs
export const longestLeadMs = 7 * dayMs

/** Milliseconds. */
type ReminderFacts = {
  renewsAt: number
  /** Whether what ends then are months that were paid at once. */
  isBundle: boolean
  /** The beginning of a trial or another free time that ends with the renewal; null after a paid one. */
  freeSince: number | null
}
