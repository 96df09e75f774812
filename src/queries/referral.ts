import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '../lib/refusal.ts'
import { countReferralClick, getReferralStats } from '../server/referral.functions.ts'

/** What came of inviting people; nothing when it cannot be fetched, which is logged (spec §8). */
export const referralStatsQuery = queryOptions({
  queryKey: ['referral', 'stats'],
  queryFn: async () => {
    try {
      return await unwrap(getReferralStats({ data: {} }))
    } catch (error) {
      console.error('Failed to fetch referral stats:', error)
      return null
    }
  },
})

/** Counts a visit by a link once per page load, in the background. */
export function countClick(code: string): void {
  if (sentCodes.has(code)) return
  sentCodes.add(code)
  void countReferralClick({ data: { code } }).catch(() => undefined)
}
const sentCodes = new Set<string>()
