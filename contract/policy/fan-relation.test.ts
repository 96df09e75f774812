import { describe, expect, it } from 'vitest'
import { type FanFacts, type FanRelation, fanRelation } from './fan-relation.ts'

const now = 1_000
const runs = { status: 'active', activeUntil: now + 1, startedAt: now - 1 } as const
const none: FanFacts = {
  isBlocked: false,
  isFollowing: false,
  subscription: null,
  giftedUntil: null,
  hasPaid: false,
  now,
}

const table: [string, Partial<FanFacts>, FanRelation | null][] = [
  ['nothing', {}, null],
  ['a purchase', { hasPaid: true }, 'buyer'],
  ['a follow', { isFollowing: true, hasPaid: true }, 'follower'],
  ['a subscription that runs', { subscription: runs, isFollowing: true }, 'subscriber'],
  ['a free one', { subscription: { ...runs, activeUntil: null } }, 'subscriber'],
  ['a cancelled one inside its month', { subscription: { ...runs, status: 'cancelled' } }, 'subscriber'],
  ['a trial', { subscription: { ...runs, startedAt: now + 1 } }, 'trial'],
  ['a trial that is gifted too', { subscription: { ...runs, startedAt: now + 1 }, giftedUntil: now + 9 }, 'trial'],
  ['gifted months', { subscription: runs, giftedUntil: now + 1 }, 'gifted'],
  ['gifted months that are over', { subscription: runs, giftedUntil: now }, 'subscriber'],
  ['a month that is over', { subscription: { ...runs, activeUntil: now }, isFollowing: true }, 'expired'],
  ['an ended one', { subscription: { ...runs, status: 'ended' } }, 'expired'],
  ['a block', { isBlocked: true, subscription: runs, isFollowing: true, hasPaid: true }, 'blocked'],
]

describe('the relation of a fan', () => {
  it.each(table)('after %s', (_, facts, relation) => {
    expect(fanRelation({ ...none, ...facts })).toBe(relation)
  })
})
