import { expect, it } from 'vitest'
import { mayTakeOffer, offerPrice } from './offer.ts'

const open = { isOpen: true, isFree: false, isOwn: false, isKnown: false }

it.each([
  [open, null],
  [{ ...open, isOpen: false }, 'over'],
  [{ ...open, isFree: true }, 'free'],
  [{ ...open, isOwn: true }, 'own'],
  [{ ...open, isKnown: true }, 'not_new'],
  [{ isOpen: false, isFree: true, isOwn: true, isKnown: true }, 'own'],
  [{ ...open, isOpen: false, isKnown: true }, 'over'],
])('%o is refused with %s', (facts, reason) =>
  expect(mayTakeOffer(facts)).toEqual({ allowed: reason === null, reason }),
)

it.each([
  ['trial', null, 999, 0],
  ['discount', 50, 999, 500],
  ['discount', 5, 399, 379],
  ['discount', 95, 399, 20],
] as const)('a %s of %s %% on %i cents charges %i', (kind, percent, price, charged) =>
  expect(offerPrice({ kind, percent }, price)).toBe(charged),
)
