import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestApi, type TestApi } from './api.ts'
import { ledgerOf } from './money.ts'
import { type EventName, events, makeWorld, stripeEnv } from './pair-events.ts'
import { type Begun, type FeatureName, features } from './pair-features.ts'
import { outcomes } from './pair-outcomes.ts'

/** One test for each event that meets one of these features: what is left, and a ledger that holds. */
export function testPairs(names: readonly FeatureName[]): void {
  let api: TestApi
  beforeEach(async () => {
    api = await openTestApi({ env: stripeEnv })
  })
  afterEach(async () => {
    expect(await ledgerOf(api)).toEqual([])
    await api.close()
  })

  describe.each(names)('%s', (name) => {
    const cells = Object.entries(outcomes[name]).filter(([, outcome]) => typeof outcome === 'string')
    test.each(cells)('× %s', async (event, outcome) => {
      const world = await makeWorld(api)
      const begun: Begun = await features[name](world)
      if (event !== 'nothing') await events[event as EventName](world, begun.remove ?? noRemoval)
      expect(await begun.look()).toBe(outcome)
    })
  })
}

const noRemoval = () => Promise.reject(new Error('The feature has nothing to remove, so the table has to say so.'))

export const everyFeature = Object.keys(features) as FeatureName[]
export const everyEvent = Object.keys(events) as EventName[]
/** What waits for a time or for someone; the other features are paid for. */
export const plans: FeatureName[] = ['request', 'payout', 'referral', 'broadcast', 'scheduledPost', 'acting']
