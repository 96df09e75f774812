import { beforeAll, describe, expect, it } from 'vitest'
import { mayChat } from '../../../contract/policy/chat.ts'
import { mayView } from '../../../contract/policy/content.ts'
import { letsDownload as letsDownloadByPolicy } from '../../../contract/policy/download.ts'
import { takesMedia } from '../../../contract/policy/fan-media.ts'
import { letsIn } from '../../../contract/policy/subscription.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { block, follow } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from './ids.ts'
import {
  blockBetween,
  canReceive,
  chatAllowed,
  isFollowing,
  isSubscribed,
  letsDownload,
  mayViewPost,
  noBlockBetween,
  subscriptionRuns,
  takesMediaOf,
  viewAllowed,
} from './rules.ts'
import { chatMembers } from './schema/chat.ts'
import { media, purchases } from './schema/media.ts'
import { posts } from './schema/posts.ts'
import { subscriptions } from './schema/subscriptions.ts'
import { bool, int, orNull, records, statement, text, timestamptz, uuid } from './statement.ts'

/** SQL and `contract/policy` answer alike, for every combination of facts, with the rows that make them. */
const api = testApi({ empty: true })
const now = new Date('2026-05-05T12:00:00Z')
const both = [false, true]
const statuses = ['active', 'cancelled', 'past_due', 'ended'] as const
const ends = [null, -1, 0, 1].map((ms) => (ms === null ? null : new Date(now.getTime() + ms)))

const subscribe = (fanId: string, creatorId: string, status: (typeof statuses)[number], activeUntil: Date | null) =>
  api.db
    .insert(subscriptions)
    .values({ id: newId(), fanId, creatorId, status, priceCents: 0, startedAt: now, activeUntil })

const blockers = ['none', 'viewer', 'author', 'both'] as const

async function blockAs(blocker: (typeof blockers)[number], viewer: Actor, author: Actor): Promise<void> {
  if (blocker === 'viewer' || blocker === 'both') await block(api, viewer, author)
  if (blocker === 'author' || blocker === 'both') await block(api, author, viewer)
}

/** One viewer for every way to stand to an author. */
const standings = both.flatMap((following) =>
  both.flatMap((subscribed) =>
    blockers.flatMap((blocker) => both.map((bought) => ({ following, subscribed, blocker, bought }))),
  ),
)

describe('a media may be downloaded', () => {
  const allowed = statement(
    'test_lets_download',
    { id: uuid },
    { allowed: bool },
    ({ id }) => `select ${letsDownload('m')} as allowed from media m where m.id = ${id}`,
  )

  it('by SQL where it may by the policy', async () => {
    for (const ofAccount of both) {
      const owner = await api.makeUser({ isCreator: true, mediaDownloads: ofAccount })
      for (const ofMedia of [null, ...both]) {
        const id = newId()
        await api.db.insert(media).values({ id, ownerId: owner.id, type: 'IMAGE', mayDownload: ofMedia })
        const choices = { ofMedia, ofAccount }
        expect((await api.db.run(allowed, { id }))[0]?.allowed).toBe(letsDownloadByPolicy(choices))
      }
    }
  })
})

describe('a creator takes media of a fan', () => {
  const taken = statement(
    'test_takes_media',
    { creator: uuid, fan: uuid, now: timestamptz },
    { taken: bool },
    ({ creator, fan, now }) => `select ${takesMediaOf('c', fan, now)} as taken from users c where c.id = ${creator}`,
  )
  const facts = both.flatMap((isCreator) =>
    [null, ...both].flatMap((choice) =>
      both.flatMap((takesSubscribers) =>
        both.map((isSubscribed) => ({ isCreator, choice, takesSubscribers, isSubscribed })),
      ),
    ),
  )

  it.each(facts)('by SQL where they take it by the policy: %o', async (it) => {
    const { isCreator, choice, takesSubscribers, isSubscribed } = it
    const fan = await api.makeUser()
    const creator = await api.makeUser({ isCreator, takesSubscriberMedia: takesSubscribers })
    if (isSubscribed) await subscribe(fan.id, creator.id, 'active', null)
    const member = { userId: creator.id, otherId: fan.id, sessionId: newId(), asCreator: true, takesMedia: choice }
    await api.db.insert(chatMembers).values(member)
    const [row] = await api.db.run(taken, { creator: creator.id, fan: fan.id, now })
    expect(row?.taken).toBe(takesMedia(it))
  })

  it('also before they have written to each other', async () => {
    const [fan, creator] = [await api.makeUser(), await api.makeUser({ isCreator: true, takesSubscriberMedia: true })]
    const isTaken = async () => (await api.db.run(taken, { creator: creator.id, fan: fan.id, now }))[0]?.taken
    expect(await isTaken()).toBe(false)
    await subscribe(fan.id, creator.id, 'active', null)
    expect(await isTaken()).toBe(true)
  })
})

describe('a subscription lets in', () => {
  const runs = statement(
    'test_subscription_runs',
    { fan: uuid, now: timestamptz },
    { creator_id: uuid, runs: bool, is_subscribed: bool },
    ({ fan, now }) => `select s.creator_id, ${subscriptionRuns('s', now)} as runs,
      ${isSubscribed(fan, 's.creator_id', now)} as is_subscribed from subscriptions s where s.fan_id = ${fan}`,
  )

  it('in the same states and at the same moments as in the policy', async () => {
    const fan = await api.makeUser()
    const expected = new Map<string, boolean>()
    for (const status of statuses) {
      for (const activeUntil of ends) {
        const creator = await api.makeUser({ isCreator: true })
        await subscribe(fan.id, creator.id, status, activeUntil)
        expected.set(creator.id, letsIn({ status, activeUntil: activeUntil?.getTime() ?? null }, now.getTime()))
      }
    }
    const rows = await api.db.run(runs, { fan: fan.id, now })
    expect(new Map(rows.map((row) => [row.creator_id, row.runs]))).toEqual(expected)
    expect(rows.every((row) => row.is_subscribed === row.runs)).toBe(true)
    expect([...expected.values()].filter((it) => it)).toHaveLength(6)
  })
})

describe('a viewer of posts', () => {
  const visibilities = ['public', 'followers', 'subscribers', 'paid'] as const
  let author: Actor
  const viewers = new Map<string, (typeof standings)[number]>()

  beforeAll(async () => {
    author = await api.makeUser({ isCreator: true })
    const postIds = visibilities.map((visibility) => ({ id: newId(), visibility }))
    await api.db.insert(posts).values(postIds.map((post) => ({ ...post, authorId: author.id, publishedAt: now })))
    for (const standing of standings) {
      const viewer = await api.makeUser()
      viewers.set(viewer.id, standing)
      if (standing.following) await follow(api, viewer, author)
      if (standing.subscribed) await subscribe(viewer.id, author.id, 'active', null)
      await blockAs(standing.blocker, viewer, author)
      for (const post of standing.bought ? postIds : []) await buy(viewer.id, post.id)
    }
  })

  const buy = (buyerId: string, objectId: string) =>
    api.db.insert(purchases).values({
      id: newId(),
      buyerId,
      creatorId: author.id,
      objectKind: 'post',
      objectId,
      priceCents: 1,
      entryId: newId(),
    })

  const looked = statement(
    'test_may_view',
    { viewer: orNull(uuid), now: timestamptz },
    { visibility: text, allowed: orNull(bool), blocked: bool, unblocked: bool },
    ({ viewer, now }) => `select p.visibility, ${mayViewPost(viewer, 'p', now)} as allowed,
      ${blockBetween(viewer, 'p.author_id')} as blocked, ${noBlockBetween(viewer, 'p.author_id')} as unblocked from posts p`,
  )

  it('is let in by SQL and by the policy alike, however they stand to the author', async () => {
    for (const [viewer, standing] of viewers) {
      for (const row of await api.db.run(looked, { viewer, now })) {
        const visibility = row.visibility as (typeof visibilities)[number]
        const blocked = standing.blocker !== 'none'
        const { allowed } = mayView({
          isVisitor: false,
          isOwner: false,
          isBought: standing.bought,
          blocked,
          isPreview: false,
          visibility,
          isFollowing: standing.following,
          isSubscribed: standing.subscribed,
          price: null,
        })
        expect({ ...standing, ...row }).toMatchObject({ allowed, blocked, unblocked: !blocked })
      }
    }
  })

  it('is let in to what is theirs, and as a visitor to what is public', async () => {
    const open = async (viewer: string | null) =>
      (await api.db.run(looked, { viewer, now })).filter((row) => row.allowed).map((row) => row.visibility)
    expect((await open(author.id)).sort()).toEqual([...visibilities].sort())
    expect(await open(null)).toEqual(['public'])
  })

  const flags = { is_owner: bool, is_bought: bool, blocked: bool, is_preview: bool, following: bool, subscribed: bool }
  const decided = statement(
    'test_view_allowed',
    { facts: records({ n: int, visibility: text, ...flags }) },
    { n: int, allowed: bool },
    ({ facts }) =>
      `select f.n, ${viewAllowed({
        isOwner: 'f.is_owner',
        isBought: 'f.is_bought',
        blocked: 'f.blocked',
        isPreview: 'f.is_preview',
        visibility: 'f.visibility',
        isFollowing: 'f.following',
        isSubscribed: 'f.subscribed',
      })} as allowed from ${facts.as('f')} order by f.n`,
  )

  it('is let in alike for every combination of facts', async () => {
    const facts = Array.from({ length: 256 }, (_, n) => ({
      n,
      visibility: visibilities[n & 3] ?? 'paid',
      is_owner: (n & 4) > 0,
      is_bought: (n & 8) > 0,
      blocked: (n & 16) > 0,
      is_preview: (n & 32) > 0,
      following: (n & 64) > 0,
      subscribed: (n & 128) > 0,
    }))
    const rows = await api.db.run(decided, { facts })
    expect(rows.map((row) => row.allowed)).toEqual(
      facts.map(
        (it) =>
          mayView({
            isVisitor: false,
            isOwner: it.is_owner,
            isBought: it.is_bought,
            blocked: it.blocked,
            isPreview: it.is_preview,
            visibility: it.visibility,
            isFollowing: it.following,
            isSubscribed: it.subscribed,
            price: null,
          }).allowed,
      ),
    )
  })
})

describe('a sender of messages', () => {
  const policies = ['SUBSCRIBERS', 'FOLLOWERS_OR_SUBSCRIBERS'] as const
  const written = statement(
    'test_may_chat',
    { sender: uuid, receiver: uuid, now: timestamptz },
    { allowed: bool },
    ({ sender, receiver, now }) =>
      `select ${chatAllowed({
        self: `u.id = ${sender}`,
        blocked: blockBetween(sender, 'u.id'),
        receiverIsCreator: 'u.is_creator',
        policy: 'u.chat_access_policy',
        isSubscribed: isSubscribed(sender, 'u.id', now),
        isFollowing: isFollowing(sender, 'u.id'),
      })} as allowed from users u where u.id = ${receiver} and ${canReceive('u')}`,
  )
  const answer = async (sender: string, receiver: string) =>
    (await api.db.run(written, { sender, receiver, now }))[0]?.allowed

  it('may write by SQL to whom they may write by the policy', async () => {
    const sender = await api.makeUser()
    for (const policy of policies) {
      for (const receiverIsCreator of both) {
        for (const { following, subscribed, blocker } of standings.filter((it) => !it.bought)) {
          const receiver = await api.makeUser({ isCreator: receiverIsCreator, chatAccessPolicy: policy })
          if (following) await follow(api, sender, receiver)
          if (subscribed) await subscribe(sender.id, receiver.id, 'active', null)
          await blockAs(blocker, sender, receiver)
          const facts = { policy, receiverIsCreator, isFollowing: following, isSubscribed: subscribed }
          const { allowed } = mayChat({ ...facts, self: false, blocked: blocker !== 'none' })
          expect(await answer(sender.id, receiver.id), JSON.stringify({ ...facts, blocker })).toBe(allowed)
        }
      }
    }
    expect(await answer(sender.id, sender.id)).toBe(false)
  })

  it('leaves out users who have left or have no username yet', async () => {
    const sender = await api.makeUser()
    expect(await answer(sender.id, (await api.makeUser({ deletedAt: now })).id)).toBeUndefined()
    expect(await answer(sender.id, (await api.makeUser({ username: null })).id)).toBeUndefined()
  })
})
