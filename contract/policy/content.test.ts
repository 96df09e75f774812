import { describe, expect, it } from 'vitest'
import { type ContentFacts, mayView, type Offer, shownUnlocks, teaserOf } from './content.ts'

/** The ways in which a viewer can relate to the author; every row names them all. */
const people = {
  visitor: { isVisitor: true },
  stranger: {},
  follower: { isFollowing: true },
  subscriber: { isSubscribed: true },
  both: { isFollowing: true, isSubscribed: true },
  buyer: { isBought: true },
  blocked: { blocked: true },
  blockedFollower: { blocked: true, isFollowing: true },
  blockedSubscriber: { blocked: true, isSubscribed: true },
  blockedBuyer: { blocked: true, isBought: true },
  owner: { isOwner: true },
} satisfies Record<string, Partial<ContentFacts>>
type Person = keyof typeof people

/** Written by hand: `open` or what is offered, for content without a price and with one. */
type Row = Record<Person, 'open' | Offer[]>
const free: Record<ContentFacts['visibility'], Row> = {
  public: {
    visitor: 'open',
    stranger: 'open',
    follower: 'open',
    subscriber: 'open',
    both: 'open',
    buyer: 'open',
    blocked: [],
    blockedFollower: [],
    blockedSubscriber: [],
    blockedBuyer: 'open',
    owner: 'open',
  },
  followers: {
    visitor: ['sign_in', 'follow'],
    stranger: ['follow'],
    follower: 'open',
    subscriber: 'open',
    both: 'open',
    buyer: 'open',
    blocked: [],
    blockedFollower: [],
    blockedSubscriber: [],
    blockedBuyer: 'open',
    owner: 'open',
  },
  subscribers: {
    visitor: ['sign_in', 'subscribe'],
    stranger: ['subscribe'],
    follower: ['subscribe'],
    subscriber: 'open',
    both: 'open',
    buyer: 'open',
    blocked: [],
    blockedFollower: [],
    blockedSubscriber: [],
    blockedBuyer: 'open',
    owner: 'open',
  },
  paid: {
    visitor: ['sign_in'],
    stranger: [],
    follower: [],
    subscriber: [],
    both: [],
    buyer: 'open',
    blocked: [],
    blockedFollower: [],
    blockedSubscriber: [],
    blockedBuyer: 'open',
    owner: 'open',
  },
}
const priced: Record<ContentFacts['visibility'], Row> = {
  public: free.public,
  followers: { ...free.followers, visitor: ['sign_in', 'follow', 'buy'], stranger: ['follow', 'buy'] },
  subscribers: {
    ...free.subscribers,
    visitor: ['sign_in', 'subscribe', 'buy'],
    stranger: ['subscribe', 'buy'],
    follower: ['subscribe', 'buy'],
  },
  paid: {
    ...free.paid,
    visitor: ['sign_in', 'buy'],
    stranger: ['buy'],
    follower: ['buy'],
    subscriber: ['buy'],
    both: ['buy'],
  },
}

const noFacts: Omit<ContentFacts, 'visibility' | 'price'> = {
  isVisitor: false,
  isOwner: false,
  isBought: false,
  blocked: false,
  isPreview: false,
  isFollowing: false,
  isSubscribed: false,
}

describe.each([
  ['without a price', null, free],
  ['at a price of 0', 0, free],
  ['with a price', 500, priced],
] as const)('content %s', (_, price, table) => {
  for (const visibility of ['public', 'followers', 'subscribers', 'paid'] as const) {
    for (const person of Object.keys(people) as Person[]) {
      const expected = table[visibility][person]
      const facts: ContentFacts = { ...noFacts, ...people[person], visibility, price }
      it(`${visibility} is ${expected === 'open' ? 'open' : `closed (${expected.join(', ') || 'no way in'})`} to ${person}`, () => {
        const verdict = mayView(facts)
        expect({ allowed: verdict.allowed, offers: verdict.offers }).toEqual(
          expected === 'open' ? { allowed: true, offers: [] } : { allowed: false, offers: expected },
        )
        expect(verdict.allowed || verdict.reason !== null).toBe(true)
      })
      it(`a preview in ${visibility} is ${person.startsWith('blocked') && person !== 'blockedBuyer' ? 'closed' : 'open'} to ${person}`, () => {
        expect(mayView({ ...facts, isPreview: true }).allowed).toBe(
          !person.startsWith('blocked') || person === 'blockedBuyer',
        )
      })
    }
  }
})

it('returns offers only with a no, and never yes across a block without a purchase, in all 1,024 cases', () => {
  let cases = 0
  for (const visibility of ['public', 'followers', 'subscribers', 'paid'] as const) {
    for (const price of [null, 500]) {
      for (let bits = 0; bits < 128; bits++) {
        const [isVisitor, isOwner, isBought, blocked, isPreview, isFollowing, isSubscribed] = Array.from(
          { length: 7 },
          (_, at) => (bits & (1 << at)) !== 0,
        )
        const facts = {
          isVisitor,
          isOwner,
          isBought,
          blocked,
          isPreview,
          isFollowing,
          isSubscribed,
          visibility,
          price,
        } as ContentFacts
        const verdict = mayView(facts)
        if (verdict.allowed) expect(verdict.offers).toEqual([])
        if (facts.blocked && verdict.allowed) expect(facts.isOwner || facts.isBought).toBe(true)
        if (facts.isOwner || facts.isBought) expect(verdict.allowed).toBe(true)
        if (visibility === 'paid' && verdict.allowed)
          expect(facts.isOwner || facts.isBought || facts.isPreview).toBe(true)
        cases++
      }
    }
  }
  expect(cases).toBe(1_024)
})

describe('teaserOf', () => {
  it.each([
    ['', '…'],
    ['ab', '…'],
    ['one two three four five six', 'one two…'],
    ['abcdefghi', 'abc…'],
    ['😀😀😀', '😀…'],
  ])('of %j is %j', (text, teaser) => expect(teaserOf(text)).toBe(teaser))
  it('returns at most a third of the text and 120 characters', () => {
    expect(teaserOf('word '.repeat(500)).length).toBeLessThanOrEqual(121)
    expect(teaserOf('word '.repeat(20)).length).toBeLessThanOrEqual(34)
  })
})

it.each([
  [0, null],
  [9, null],
  [10, 10],
  [12_345, 12_345],
])('of %d unlocks tells %s', (count, shown) => expect(shownUnlocks(count)).toBe(shown))
