import { expect, it } from 'vitest'
import { type ChatFacts, type EditFacts, editUntil, mayChat, mayReact, unsendUntil } from './chat.ts'

/** A creator who lets followers write, and a stranger. */
const stranger: ChatFacts = {
  self: false,
  blocked: false,
  receiverIsCreator: true,
  policy: 'FOLLOWERS_OR_SUBSCRIBERS',
  isSubscribed: false,
  isFollowing: false,
}
const subscribersOnly = { policy: 'SUBSCRIBERS' } as const
const fan = { receiverIsCreator: false }

it.each<[string, Partial<ChatFacts>, string | null]>([
  ['a stranger', {}, 'follow'],
  ['a follower', { isFollowing: true }, null],
  ['a subscriber', { isSubscribed: true }, null],
  ['a stranger, where subscribers may write', subscribersOnly, 'subscribe'],
  ['a follower, where subscribers may write', { ...subscribersOnly, isFollowing: true }, 'subscribe'],
  ['a subscriber, where subscribers may write', { ...subscribersOnly, isSubscribed: true }, null],
  ['anyone to a fan', fan, null],
  ['a blocked subscriber', { isSubscribed: true, blocked: true }, 'blocked'],
  ['a blocked user to a fan', { ...fan, blocked: true }, 'blocked'],
  ['a user to themselves', { ...fan, self: true }, 'self'],
  ['a blocked user to themselves', { self: true, blocked: true }, 'self'],
])('%s: %o', (_, facts, reason) => {
  expect(mayChat({ ...stranger, ...facts })).toEqual({ allowed: reason === null, reason })
})

it.each([
  [null, false, null],
  ['blocked', false, 'blocked'],
  ['subscribe', false, 'subscribe'],
  ['follow', false, 'follow'],
  ['self', false, 'self'],
  [null, true, 'deleted'],
  ['blocked', true, 'deleted'],
  ['subscribe', true, 'deleted'],
  ['follow', true, 'deleted'],
] as const)(
  'a reaction where writing is refused with %s, to a message that is deleted: %s',
  (closed, deleted, reason) => {
    const chat = { allowed: closed === null, reason: closed }
    expect(mayReact({ chat, deleted })).toEqual({ allowed: reason === null, reason })
  },
)

it.each([
  [true, false, false, 61_000],
  [true, false, true, null],
  [true, true, false, null],
  [true, true, true, null],
  [false, false, false, null],
  [false, false, true, null],
  [false, true, false, null],
  [false, true, true, null],
])('sent by the reader: %s, a tip: %s, bought: %s; taken back until %s', (isSender, isTip, isBought, until) => {
  expect(unsendUntil({ isSender, isTip, isBought, sentAt: 1_000 })).toBe(until)
})

/** A text that a user has just sent in person. */
const ownText: EditFacts = {
  isSender: true,
  isOperator: false,
  isByTeam: false,
  type: 'text',
  hasWords: true,
  isDeleted: false,
  isBought: false,
  isFixed: false,
  edits: 0,
  sentAt: 1_000,
}

it.each<[string, Partial<EditFacts>, boolean]>([
  ['an own text', {}, true],
  ['the words of own media', { type: 'media' }, true],
  ['own media without words', { type: 'media', hasWords: false }, false],
  ['a text of the other side', { isSender: false }, false],
  ['a text of the other side, by its team', { isSender: false, isByTeam: true }, false],
  ['a tip', { type: 'tip' }, false],
  ['a broadcast', { type: 'broadcast' }, false],
  ['a deleted text', { isDeleted: true, hasWords: false }, false],
  ['deleted media whose words are still there', { type: 'media', isDeleted: true }, false],
  ['an offer that was bought', { type: 'media', isBought: true }, false],
  ['a paid request or an automatic message', { isFixed: true }, false],
  ['a text that was edited nine times', { edits: 9 }, true],
  ['a text that was edited ten times', { edits: 10 }, false],
  ['what the team wrote, to the creator in person', { isByTeam: true }, true],
  ['what the team wrote, to an operator', { isOperator: true, isByTeam: true }, true],
  ['what the creator wrote in person, to an operator', { isOperator: true }, false],
])('editing %s: %o', (_, facts, mayEdit) => {
  expect(editUntil({ ...ownText, ...facts })).toBe(mayEdit ? 901_000 : null)
})
