import { expect, it } from 'vitest'
import { maySendMedia, takesMedia } from './fan-media.ts'

it.each([
  // A creator's choice for a fan has the last word.
  [true, true, true, true, true],
  [true, true, true, false, true],
  [true, true, false, true, true],
  [true, true, false, false, true],
  [true, false, true, true, false],
  [true, false, true, false, false],
  [true, false, false, true, false],
  [true, false, false, false, false],
  // Without one the account decides, and about subscribers alone.
  [true, null, true, true, true],
  [true, null, true, false, false],
  [true, null, false, true, false],
  [true, null, false, false, false],
  // A fan takes nothing.
  [false, true, true, true, false],
  [false, true, false, false, false],
  [false, false, true, true, false],
  [false, null, true, true, false],
  [false, null, false, false, false],
] as const)(
  'a creator: %s, who chose %s, of all subscribers: %s, from a subscriber: %s; taken: %s',
  (isCreator, choice, takesSubscribers, isSubscribed, taken) => {
    expect(takesMedia({ isCreator, choice, takesSubscribers, isSubscribed })).toBe(taken)
  },
)

it.each([
  [null, false, false, 'not_taken'],
  [null, false, true, null],
  [null, true, false, null],
  [null, true, true, null],
  ['blocked', false, false, 'blocked'],
  ['blocked', false, true, 'blocked'],
  ['blocked', true, false, 'blocked'],
  ['blocked', true, true, 'blocked'],
  ['follow', false, true, 'follow'],
  ['follow', true, false, 'follow'],
  ['subscribe', false, true, 'subscribe'],
  ['subscribe', true, true, 'subscribe'],
  ['self', false, true, 'self'],
  ['self', true, true, 'self'],
] as const)(
  'where writing is refused with %s, from a creator: %s, taken: %s; refused with %s',
  (closed, senderIsCreator, isTaken, reason) => {
    const chat = { allowed: closed === null, reason: closed }
    expect(maySendMedia({ chat, senderIsCreator, isTaken })).toEqual({ allowed: reason === null, reason })
  },
)
