import { expect, it } from 'vitest'
import { giftState, mayAcceptGift } from './gift.ts'

const open = { state: 'open', isOwn: false, isCreator: false, isFreeAnyway: false } as const

it.each([
  [open, null],
  [{ ...open, isOwn: true }, 'own'],
  [{ ...open, isCreator: true }, 'creator'],
  [{ ...open, isFreeAnyway: true }, 'free'],
  [{ ...open, state: 'accepted' }, 'taken'],
  [{ ...open, state: 'expired' }, 'over'],
  [{ ...open, state: 'returned' }, 'over'],
  [{ ...open, state: 'returned', isFreeAnyway: true }, 'over'],
  [{ ...open, state: 'accepted', isOwn: true }, 'own'],
] as const)('%o is refused with %s', (facts, reason) =>
  expect(mayAcceptGift(facts)).toEqual({ allowed: reason === null, reason }),
)

it.each([
  [{ isAccepted: false, isReturned: false, expiresAt: 2, now: 1 }, 'open'],
  [{ isAccepted: false, isReturned: false, expiresAt: 2, now: 2 }, 'expired'],
  [{ isAccepted: true, isReturned: false, expiresAt: 2, now: 3 }, 'accepted'],
  [{ isAccepted: true, isReturned: true, expiresAt: 2, now: 1 }, 'returned'],
  [{ isAccepted: false, isReturned: true, expiresAt: 2, now: 1 }, 'returned'],
] as const)('%o is %s', (facts, state) => expect(giftState(facts)).toBe(state))
