import { describe, expect, it } from 'vitest'
import { bundleCents, bundleTerms, savesMoney } from './bundle.ts'

const now = Date.UTC(2026, 0, 15)
const later = Date.UTC(2026, 1, 15)
const due = Date.UTC(2026, 0, 14)
const price = 999

const running = { status: 'active', priceCents: 799, dueCents: 899, activeUntil: later, renewsAt: later } as const
const newTerms = { renewalCents: price, follows: false }

describe('what buying a bundle does', () => {
  it.each([
    ['nothing before it', null, { from: null, ...newTerms }],
    ['one that has ended', { ...running, status: 'ended' }, { from: null, ...newTerms }],
    ['one that is over', { ...running, activeUntil: now, renewsAt: null }, { from: null, ...newTerms }],
    ['one that renews', running, { from: later, renewalCents: 899, follows: true }],
    [
      'a cancelled one',
      { ...running, status: 'cancelled', renewsAt: null },
      { from: later, renewalCents: null, follows: true },
    ],
    [
      'a month that is owed',
      { ...running, status: 'past_due', renewsAt: due },
      { from: due, renewalCents: 899, follows: true },
    ],
    ['a free one', { ...running, priceCents: 0, activeUntil: null, renewsAt: null }, { from: null, ...newTerms }],
    [
      'a free month that waits for consent',
      { ...running, status: 'cancelled', priceCents: 0, renewsAt: null },
      { from: later, ...newTerms },
    ],
  ] as const)('after %s', (_what, before, expected) => {
    expect(bundleTerms({ before, priceCents: price, now })).toEqual(expected)
  })
})

describe('what a bundle costs', () => {
  it.each([
    [999, 3, 10, 2697],
    [999, 12, 50, 5994],
    [399, 3, 5, 1137],
    [49_999, 12, 25, 449_991],
    [1499, 6, 15, 7645],
  ])('%i cents for %i months less %i %%: %i', (cents, months, percent, total) => {
    expect(bundleCents(cents, { months, percent })).toBe(total)
  })
})

describe('whether a bundle of three months for 2,697 cents saves money', () => {
  it.each([
    ['for who begins', { from: null, renewalCents: 500, follows: false }, true],
    ['for who pays more for a month', { from: later, renewalCents: 900, follows: true }, true],
    ['not for who pays as much', { from: later, renewalCents: 899, follows: true }, false],
    ['not for who pays less', { from: later, renewalCents: 500, follows: true }, false],
    ['for who has cancelled', { from: later, renewalCents: null, follows: true }, true],
  ])('%s', (_who, agreed, expected) => {
    expect(savesMoney(agreed, 3, 2697)).toBe(expected)
  })
})
