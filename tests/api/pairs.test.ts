import { expect, test } from 'vitest'
import { outcomes } from '../support/pair-outcomes.ts'
import { everyEvent, everyFeature, plans, testPairs } from '../support/pairs.ts'

/** What fans pay for, against every event that ends, takes back or closes something. */
testPairs(everyFeature.filter((name) => !plans.includes(name)))

test('the table has every feature and every event', () => {
  expect(Object.keys(outcomes).sort()).toEqual([...everyFeature].sort())
  for (const name of everyFeature)
    expect(Object.keys(outcomes[name]).sort(), name).toEqual([...everyEvent, 'nothing'].sort())
})
