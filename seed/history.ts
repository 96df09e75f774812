import { and, desc, eq, isNull } from 'drizzle-orm'
import { insertMessage, type NewMessage } from '../api/features/chat/send.ts'
import { tip } from '../api/features/chat/tip.ts'
import { unlock } from '../api/features/media/purchase.ts'
import { releaseHolds } from '../api/features/payouts/earnings.ts'
import { storeMethod } from '../api/features/payouts/methods.ts'
import { writeComment } from '../api/features/posts/posts.ts'
import { subscribe } from '../api/features/subscriptions/subscribe.ts'
import { applyProviderUpdate, beginTopup } from '../api/features/wallet/topups.ts'
import type { Db } from '../api/platform/db/db.ts'
import { media } from '../api/platform/db/schema/media.ts'
import { notifications } from '../api/platform/db/schema/notifications.ts'
import { postMedia, posts } from '../api/platform/db/schema/posts.ts'
import type { Services } from '../api/platform/services.ts'
import type { IdOf } from './demo-users.ts'
import { type StoredMedia, storePicture } from './media.ts'

/** What alice sells in a message. */
export type SoldPictures = { backstage: StoredMedia; teaser: StoredMedia }

export async function storeSoldPictures(ctx: Services, idOf: IdOf): Promise<SoldPictures> {
  const storedAt = new Date(ctx.now() - 6 * 3_600_000)
  const alice = idOf('alice')
  return {
    backstage: await storePicture(ctx, alice, 'backstage', storedAt),
    teaser: await storePicture(ctx, alice, 'backstage-teaser', storedAt),
  }
}

/** An action of a demo user; `past` is the services with the clock set back. */
type PastEvent = { hoursAgo: number; run: (tx: Db, past: Services) => Promise<unknown> }

/**
 * What happened before the visitor came: coins bought and spent, conversations, comments. Everything goes through the
 * functions of the product, so that the ledger explains every balance. Fiona ends with 250 coins and a subscription to
 * alice, frank with no coins.
 */
export async function replayHistory(ctx: Services, idOf: IdOf, { backstage, teaser }: SoldPictures): Promise<void> {
  const past = (hoursAgo: number): Services => ({
    ...ctx,
    batches: new Map(),
    now: () => ctx.now() - hoursAgo * 3_600_000,
  })
  await ctx.db.insert(media).values([backstage, teaser])
  const events = [
    ...payoutMethods(idOf),
    ...topups(idOf),
    ...purchases(idOf),
    ...tips(idOf),
    ...messages(idOf, [
      { id: teaser.id, isPreview: true },
      { id: backstage.id, isPreview: false },
    ]),
    ...comments(idOf),
  ]
  for (const { hoursAgo, run } of events.toSorted((a, b) => b.hoursAgo - a.hoursAgo))
    await ctx.db.transact((tx) => run(tx, past(hoursAgo)))
  await releaseHolds(ctx)
  // The demo users have read every notification; only the message that alice wrote five hours ago is unread.
  await ctx.db.update(notifications).set({ readAt: new Date() }).where(isNull(notifications.readAt))
}

/** Alice can be paid at once, since her account was added long before the wait of new ones. */
const payoutMethods = (idOf: IdOf): PastEvent[] => [
  {
    hoursAgo: 720,
    run: (tx, past) => {
      const account = { kind: 'iban', account: 'DE89370400440532013000', holder: 'Alice Marchetti' } as const
      return storeMethod(tx, past, idOf('alice'), account)
    },
  },
]

function topups(idOf: IdOf): PastEvent[] {
  const bought: [hoursAgo: number, fan: string, cents: number][] = [
    [700, 'fiona', 20_000],
    [500, 'olivia', 10_000],
    [400, 'frank', 2_000],
    [300, 'theo', 10_000],
    [90, 'fiona', 7_299],
  ]
  return bought.map(([hoursAgo, fan, amount]) => ({
    hoursAgo,
    run: async (tx, past) => {
      const id = await beginTopup(tx, past, idOf(fan), { amount }, 'sandbox')
      await applyProviderUpdate(tx, past, { id }, { status: 'paid', paymentRef: `demo-${id}` })
    },
  }))
}

function purchases(idOf: IdOf): PastEvent[] {
  const subscribed: [hoursAgo: number, fan: string, creator: string, price: number][] = [
    [380, 'olivia', 'mina', 4.99],
    [290, 'theo', 'noor', 12.99],
    [216, 'fiona', 'alice', 9.99],
    [200, 'fiona', 'bob', 0],
    [200, 'frank', 'bob', 0],
  ]
  const subscriptions = subscribed.map(
    ([hoursAgo, fan, creator, expected_price]): PastEvent => ({
      hoursAgo,
      run: (tx, past) => subscribe(tx, past, idOf(fan), { id: idOf(creator), expected_price }),
    }),
  )
  return [...subscriptions, { hoursAgo: 24, run: (tx, past) => unlockDressingRoom(tx, past, idOf) }]
}

/** Fiona buys the first picture of alice's post for 5 coins. */
async function unlockDressingRoom(tx: Db, past: Services, idOf: IdOf): Promise<void> {
  const [sold] = await tx
    .select({ id: postMedia.mediaId })
    .from(postMedia)
    .innerJoin(posts, eq(posts.id, postMedia.postId))
    .where(and(eq(posts.authorId, idOf('alice')), eq(posts.priceCents, 500)))
    .orderBy(postMedia.position)
    .limit(1)
  if (sold !== undefined) await unlock(tx, past, idOf('fiona'), { id: sold.id, expected_price: 5 })
}

function tips(idOf: IdOf): PastEvent[] {
  const given: [hoursAgo: number, fan: string, creator: string, cents: number, message: string][] = [
    [250, 'theo', 'alice', 4_000, 'For the encore.'],
    [120, 'olivia', 'alice', 1_500, 'From all of us at the office.'],
    [60, 'fiona', 'bob', 300, 'For the rain.'],
    [46, 'frank', 'alice', 2_000, 'First lesson, paid in advance.'],
    [29.5, 'fiona', 'alice', 500, 'For the rigger, too.'],
  ]
  return given.map(([hoursAgo, fan, creator, amount, message]) => ({
    hoursAgo,
    run: (tx, past) => tip(tx, past, idOf(fan), { id: idOf(creator), amount, message }),
  }))
}

function messages(idOf: IdOf, backstage: NewMessage['media']): PastEvent[] {
  const paidMedia: Partial<NewMessage> = { type: 'media', priceCents: 300, media: backstage }
  const written: [hoursAgo: number, from: string, to: string, content: string, more?: Partial<NewMessage>][] = [
    [58, 'bob', 'fiona', 'Rain is free, but thank you. Headphones on?'],
    [48, 'frank', 'alice', 'Do you teach? Asking for a friend who is me.'],
    [47, 'alice', 'frank', 'Tuesdays, if your friend is not afraid of heights.'],
    [30, 'fiona', 'alice', 'Good evening. I was in the third row in Lyon. I have not slept since.'],
    [29.8, 'alice', 'fiona', 'The third row hears the rope. Tell me you heard the rope.'],
    [29.7, 'fiona', 'alice', 'I heard it sing.'],
    [29, 'alice', 'fiona', 'He says thank you, and so do I. Rehearsals are up for subscribers.'],
    [5, 'alice', 'fiona', 'From tonight, before the curtain. Only here.', paidMedia],
  ]
  return written.map(([hoursAgo, from, to, content, more]) => ({
    hoursAgo,
    run: (tx, past) =>
      insertMessage(tx, past, { senderId: idOf(from), receiverId: idOf(to), content, type: 'text', ...more }),
  }))
}

function comments(idOf: IdOf): PastEvent[] {
  const run = async (tx: Db): Promise<void> => {
    const [opening] = await tx
      .select({ id: posts.id })
      .from(posts)
      .where(and(eq(posts.authorId, idOf('alice')), eq(posts.visibility, 'public')))
      .orderBy(desc(posts.publishedAt))
      .limit(1)
    if (opening === undefined) return
    const question = 'The light on the second act. Who did that?'
    const { id: questionId } = await writeComment(tx, idOf('fiona'), opening.id, question, null)
    await writeComment(tx, idOf('noor'), opening.id, 'Guilty.', questionId)
    await writeComment(tx, idOf('frank'), opening.id, 'I am buying a rope.', null)
  }
  return [{ hoursAgo: 2, run }]
}
