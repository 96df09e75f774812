import { expect, test } from 'vitest'
import { agreedPrices, decideSubscribe, type SubscriptionFacts } from './subscription.ts'

const now = 1_000
const runs = { priceCents: 500, dueCents: 999, activeUntil: 2_000 }
const over = { ...runs, activeUntil: 500 }
const none = { priceCents: 0, dueCents: 0 }
const free = { ...none, activeUntil: 2_000 }

/** Facts before, the creator's present price, the decision, and the prices that the fan may have seen. */
const cases: [string, SubscriptionFacts | null, number, ReturnType<typeof decideSubscribe>, number[]][] = [
  ['a newcomer', null, 999, { act: 'begin', cents: 999 }, [999]],
  ['a newcomer, for nothing', null, 0, { act: 'begin_free', cents: 0 }, [0]],
  ['one that runs', { ...runs, status: 'active' }, 999, { act: 'none', cents: 0 }, [500, 999]],
  ['one that was cancelled and runs', { ...runs, status: 'cancelled' }, 999, { act: 'resume', cents: 0 }, [500, 999]],
  ['one that ran out', { ...over, status: 'cancelled' }, 1299, { act: 'begin', cents: 1299 }, [1299]],
  ['one that ended', { ...runs, status: 'ended' }, 1299, { act: 'begin', cents: 1299 }, [1299]],
  ['an owed month', { ...runs, status: 'past_due' }, 1299, { act: 'settle', cents: 999 }, [999]],
  ['an owed month after its grace', { ...over, status: 'past_due' }, 1299, { act: 'begin', cents: 1299 }, [1299]],
  ['an owed month of what is free by now', { ...runs, status: 'past_due' }, 0, { act: 'begin_free', cents: 0 }, [0]],
  [
    'a free one, of who asks a price by now',
    { status: 'active', priceCents: 0, dueCents: 0, activeUntil: null },
    999,
    { act: 'none', cents: 0 },
    [0, 999],
  ],
  ['a free one that is asked for a price', { ...free, status: 'cancelled' }, 999, { act: 'agree', cents: 0 }, [999]],
  ['the same, of who is free again', { ...free, status: 'cancelled' }, 0, { act: 'resume', cents: 0 }, [0, 0]],
  [
    'the same, unanswered to its end',
    { ...free, ...over, ...none, status: 'cancelled' },
    999,
    { act: 'begin', cents: 999 },
    [999],
  ],
]

test.each(cases)('%s', (_, before, priceCents, decision, agreed) => {
  expect(decideSubscribe({ before, priceCents, now })).toEqual(decision)
  expect(agreedPrices({ before, priceCents, now })).toEqual(agreed)
})
