import { and, eq, isNull } from 'drizzle-orm'
import { insertMessage, type NewMessage } from '../api/features/chat/send.ts'
import { unlock } from '../api/features/media/purchase.ts'
import { releaseHolds } from '../api/features/payouts/earnings.ts'
import { writeComment } from '../api/features/posts/posts.ts'
import { subscribe } from '../api/features/subscriptions/subscribe.ts'
import { tip } from '../api/features/wallet/tip.ts'
import { beginTopup, applyProviderUpdate } from '../api/features/wallet/topups.ts'
import type { Services } from '../api/platform/services.ts'
import type { Db } from '../api/platform/db/db.ts'
import { notifications } from '../api/platform/db/schema/notifications.ts'
import { postMedia, posts } from '../api/platform/db/schema/posts.ts'
import { drawPicture } from './pictures/pictures.ts'
import { storePicture } from './media.ts'

/**
 * What happened in the demo world before you came: coins bought and spent, conversations, comments. Everything goes
 * through the verbs of the product, on a clock turned back, so that the ledger explains every balance. Fiona ends with
 * 250 coins and subscribed to alice, frank with none.
 */
export async function makeStory(ctx: Services, of: (name: string) => string): Promise<void> {
  const at = (hoursAgo: number): Services => ({ ...ctx, now: () => ctx.now() - hoursAgo * 3_600_000 })
  const acts: { hoursAgo: number; act: (tx: Db, past: Services) => Promise<unknown> }[] = []
  const then = (hoursAgo: number, act: (tx: Db, past: Services) => Promise<unknown>) => acts.push({ hoursAgo, act })
  const topup = (who: string, cents: number, hoursAgo: number) =>
    then(hoursAgo, async (tx, past) => {
      const id = await beginTopup(tx, past, of(who), { amount: cents }, 'sandbox')
      await applyProviderUpdate(tx, past, { id }, { status: 'paid', paymentRef: `demo-${id}` })
    })
  const pay = (who: string, to: string, cents: number, hoursAgo: number, message: string) =>
    then(hoursAgo, (tx, past) => tip(tx, past, of(who), { id: of(to), amount: cents, message }))
  const say = (from: string, to: string, content: string, hoursAgo: number, more: Partial<NewMessage> = {}) =>
    then(hoursAgo, (tx, past) =>
      insertMessage(tx, past, { senderId: of(from), receiverId: of(to), content, type: 'text', ...more }),
    )

  topup('fiona', 20_000, 700)
  topup('fiona', 7_299, 90)
  topup('frank', 2_000, 400)
  topup('olivia', 10_000, 500)
  topup('theo', 10_000, 300)

  then(216, (tx, past) => subscribe(tx, past, of('fiona'), { id: of('alice'), expected_price: 9.99 }))
  then(380, (tx, past) => subscribe(tx, past, of('olivia'), { id: of('mina'), expected_price: 4.99 }))
  then(290, (tx, past) => subscribe(tx, past, of('theo'), { id: of('noor'), expected_price: 12.99 }))
  for (const fan of ['fiona', 'frank'])
    then(200, (tx, past) => subscribe(tx, past, of(fan), { id: of('bob'), expected_price: 0 }))
  then(24, async (tx, past) => {
    const [sold] = await tx
      .select({ id: postMedia.mediaId })
      .from(postMedia)
      .innerJoin(posts, eq(posts.id, postMedia.postId))
      .where(and(eq(posts.authorId, of('alice')), eq(posts.priceCents, 500)))
    if (sold !== undefined) await unlock(tx, past, of('fiona'), { id: sold.id, expected_price: 5 })
  })

  say('fiona', 'alice', 'Good evening. I was in the third row in Lyon. I have not slept since.', 30)
  say('alice', 'fiona', 'The third row hears the rope. Tell me you heard the rope.', 29.8)
  say('fiona', 'alice', 'I heard it sing.', 29.7)
  pay('fiona', 'alice', 500, 29.5, 'For the rigger, too.')
  say('alice', 'fiona', 'He says thank you, and so do I. Rehearsals are up for subscribers.', 29)
  const [picture, teaser] = [
    await storePicture(ctx, of('alice'), 'backstage', () => drawPicture('microphone'), new Date(at(6).now())),
    await storePicture(ctx, of('alice'), 'backstage-teaser', () => drawPicture('curtains'), new Date(at(6).now())),
  ]
  say('alice', 'fiona', 'From tonight, before the curtain. Only here.', 5, {
    type: 'media',
    priceCents: 300,
    media: [
      { id: teaser, isPreview: true },
      { id: picture, isPreview: false },
    ],
  })
  pay('fiona', 'bob', 300, 60, 'For the rain.')
  say('bob', 'fiona', 'Rain is free, but thank you. Headphones on?', 58)
  say('frank', 'alice', 'Do you teach? Asking for a friend who is me.', 48)
  say('alice', 'frank', 'Tuesdays, if your friend is not afraid of heights.', 47)
  pay('frank', 'alice', 2_000, 46, 'First lesson, paid in advance.')
  pay('olivia', 'alice', 1_500, 120, 'From all of us at the office.')
  pay('theo', 'alice', 4_000, 250, 'For the encore.')

  then(2, async (tx) => {
    const [opening] = await tx
      .select({ id: posts.id })
      .from(posts)
      .where(and(eq(posts.authorId, of('alice')), eq(posts.visibility, 'public')))
    if (opening === undefined) return
    const { id: first } = await writeComment(
      tx,
      of('fiona'),
      opening.id,
      'The light on the second act. Who did that?',
      null,
    )
    await writeComment(tx, of('noor'), opening.id, 'Guilty.', first)
    await writeComment(tx, of('frank'), opening.id, 'I am buying a rope.', null)
  })
  for (const { hoursAgo, act } of acts.toSorted((a, b) => b.hoursAgo - a.hoursAgo)) {
    await ctx.db.transact((tx) => act(tx, at(hoursAgo)))
  }
  await releaseHolds(ctx)
  // Yesterday's news has been read; what alice wrote five hours ago has not.
  await ctx.db.update(notifications).set({ readAt: new Date() }).where(isNull(notifications.readAt))
}
