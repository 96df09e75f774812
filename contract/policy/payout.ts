import { payoutMethodWaitDays, secondPersonCents } from '../limits.ts'

/**
 * From when a payout method can be paid to (product §8), and whether it can be now. Times in milliseconds. The wait is
 * the time in which the creator can learn of a method that a thief has added, and remove it.
 */
export function methodVerdict(addedAt: number, now: number): { usable_from: string; is_usable: boolean } {
  const usableFrom = addedAt + payoutMethodWaitDays * 86_400_000
  return { usable_from: new Date(usableFrom).toISOString(), is_usable: now >= usableFrom }
}

/**
 * Whether a payout needs a staff member other than this one to open its account and to pay it out (product §26): above
 * the limit, because this one approved it.
 */
export const needsSecondPerson = (payout: { cents: number; approverId: string | null }, staffId: string): boolean =>
  payout.cents > secondPersonCents && payout.approverId === staffId
