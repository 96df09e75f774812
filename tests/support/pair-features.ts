import { eq } from 'drizzle-orm'
import { returnExpiredGifts } from '../../api/features/gifts/gifts.ts'
import { releaseHolds } from '../../api/features/payouts/earnings.ts'
import { expireRequests } from '../../api/features/requests/requests.ts'
import { renewDue } from '../../api/features/subscriptions/renew.ts'
import { subscriptions as subscriptionRows } from '../../api/platform/db/schema/subscriptions.ts'
import { broadcasts } from '../../contract/broadcasts.ts'
import { bundles } from '../../contract/bundles.ts'
import { chat } from '../../contract/chat.ts'
import { gifts } from '../../contract/gifts.ts'
import { media } from '../../contract/media.ts'
import { payouts } from '../../contract/payouts.ts'
import { posts } from '../../contract/posts.ts'
import { profile } from '../../contract/profile.ts'
import { referral } from '../../contract/referral.ts'
import { requests } from '../../contract/requests.ts'
import { staffMoney } from '../../contract/staff-money.ts'
import { subscriptions } from '../../contract/subscriptions.ts'
import { sendDue } from './broadcasts.ts'
import { buyBundle, offerBundles } from './bundles.ts'
import type { World } from './pair-events.ts'
import { readBalance, setReferrer } from './pair-rows.ts'
import { makePicture } from './relations.ts'
import { addUsableMethod } from './step-up.ts'

const [hourMs, dayMs] = [3_600_000, 86_400_000]

/** Begins something, and answers how it is removed and how it looks after an event and in the time that follows. */
export type Begun = { remove?: () => Promise<unknown>; look: () => Promise<string> }

export const features = {
  subscription: async (world) => {
    await world.api.call(world.fan, subscriptions.subscribe, { id: world.creator.id, expected_price: 9.99 })
    return { look: () => afterRenewal(world) }
  },

  trial: async (world) => {
    const { api, fan, creator } = world
    const { code } = (await api.call(creator, subscriptions.makeOffer, { kind: 'trial', days: 7 })).data
    await api.call(fan, subscriptions.subscribe, { id: creator.id, offer: code, expected_price: 0 })
    return { look: () => afterRenewal(world) }
  },

  bundle: async (world) => {
    const { api, fan, creator } = world
    await offerBundles(api, creator)
    await buyBundle(api, fan, creator)
    return {
      look: () => afterRenewal(world, 95),
      remove: () => api.call(creator, bundles.set, { bundles: [] }),
    }
  },

  gift: async (world) => {
    const { api, fan, creator } = world
    const { gift } = (await api.call(fan, gifts.give, { id: creator.id, months: 1, expected_price: 9.99 })).data
    const friend = await api.makeUser()
    const look = async () => {
      const { status } = await api.call(friend, gifts.accept, { code: gift.code })
      await later(world, 40 * dayMs, () => returnExpiredGifts(api.ctx))
      return `accepting ${status}, ${await balances(world)}`
    }
    return { look, remove: () => api.call(fan, gifts.takeBack, { id: gift.id }) }
  },

  media: async (world) => {
    const { api, fan, creator } = world
    const sold = await sell(world)
    await api.call(fan, media.unlock, { id: sold.mediaId, expected_price: 8 })
    const look = async () => `${await shown(world, sold.mediaId)}, ${await balances(world)}`
    return { look, remove: () => api.call(creator, media.remove, { id: sold.mediaId }) }
  },

  post: async (world) => {
    const { api, fan, creator } = world
    const sold = await sell(world)
    await api.call(fan, posts.unlock, { id: sold.postId, expected_price: 8 })
    const look = async () => {
      const answer = await api.call(fan, posts.get, { id: sold.postId })
      const seen = answer.status === 200 ? (answer.data.access.allowed ? 'open' : 'locked') : String(answer.status)
      return `post ${seen}, ${await balances(world)}`
    }
    return { look, remove: () => api.call(creator, posts.remove, { id: sold.postId }) }
  },

  paidMessage: async (world) => {
    const { api, fan, creator } = world
    const mediaId = await makePicture(api, creator)
    await api.call(fan, subscriptions.subscribe, { id: creator.id, expected_price: 9.99 })
    const sent = await api.call(creator, chat.send, {
      receiver_id: fan.id,
      content: 'For you',
      media_ids: [mediaId],
      price: 8,
    })
    await api.call(fan, media.unlock, { id: mediaId, expected_price: 8 })
    const look = async () => `${await shown(world, mediaId)}, ${await balances(world)}`
    return { look, remove: () => api.call(creator, chat.remove, { id: sent.data.id }) }
  },

  tip: async (world) => {
    await world.api.call(world.fan, chat.tip, { id: world.creator.id, amount: 10 })
    return { look: () => balances(world) }
  },

  request: async (world) => {
    const { api, fan, creator } = world
    await api.call(creator, requests.setSettings, { min_price: 5 })
    const created = await api.call(fan, requests.create, { id: creator.id, text: 'A song, please', price: 20 })
    const { id } = created.data.request
    await api.call(creator, requests.accept, { id })
    const mediaId = await makePicture(api, creator)
    const look = async () => {
      const { status } = await api.call(world.acting, requests.deliver, { id, media_ids: [mediaId], content: 'Here' })
      const own = status === 401 ? await api.call(creator, requests.deliver, { id, media_ids: [mediaId] }) : null
      await later(world, 20 * dayMs, () => expireRequests(api.ctx))
      return `delivering ${status}${own === null ? '' : ` and ${own.status}`}, ${await balances(world)}`
    }
    return { look, remove: () => api.call(creator, requests.decline, { id }) }
  },

  payout: async (world) => {
    const { api, fan, creator, staff } = world
    const method = await addUsableMethod(api, creator)
    await later(world, -8 * dayMs, () => api.call(fan, chat.tip, { id: creator.id, amount: 50 }))
    await releaseHolds(api.ctx)
    const { id } = (await api.call(creator, payouts.request, { amount: 30, method_id: method.id })).data
    const look = async () => {
      const statuses: number[] = []
      for (const status of ['approved', 'processing', 'paid'] as const)
        statuses.push((await api.call(staff, staffMoney.decide, { id, status })).status)
      return `paying ${statuses.join(' ')}, ${await balances(world)}`
    }
    return { look, remove: () => api.call(creator, payouts.cancel, { id }) }
  },

  referral: async (world) => {
    const { api, fan, creator } = world
    const referrer = await api.makeUser()
    await api.db.run(setReferrer, { id: creator.id, referrer: referrer.id })
    await api.call(fan, chat.tip, { id: creator.id, amount: 100 })
    const look = async () => {
      await later(world, 8 * dayMs, () => releaseHolds(api.ctx))
      const { pending_earnings, available } = (await api.call(referrer, referral.stats, {})).data
      return `referrer ${pending_earnings} ${available}, ${await balances(world)}`
    }
    return { look }
  },

  broadcast: async (world) => {
    const { api, acting } = world
    const mediaId = await makePicture(api, world.creator)
    const { id } = (
      await api.call(acting, broadcasts.send, {
        audience: 'followers',
        content: 'Later',
        media_ids: [mediaId],
        send_at: new Date(api.ctx.now() + hourMs).toISOString(),
      })
    ).data
    const look = async () => {
      await later(world, 2 * hourMs, () => sendDue(api))
      const messages = await api.call(world.fan, broadcasts.channel, {})
      return `broadcast ${messages.status === 200 ? messages.data.data.length : messages.status}`
    }
    return { look, remove: () => api.call(world.creator, broadcasts.unsend, { id }) }
  },

  scheduledPost: async (world) => {
    const { api, acting } = world
    const { id } = (
      await api.call(acting, posts.create, {
        text: 'Later',
        visibility: 'public',
        publish_at: new Date(api.ctx.now() + hourMs).toISOString(),
      })
    ).data
    const look = async () =>
      later(world, 2 * hourMs, async () => {
        const [fan, visitor] = [await api.call(world.fan, posts.get, { id }), await api.call(null, posts.get, { id })]
        return `post ${fan.status}, for visitors ${visitor.status}`
      })
    return { look, remove: () => api.call(world.creator, posts.remove, { id }) }
  },

  acting: async (world) => ({
    look: async () => {
      const answer = await world.api.call(world.acting, profile.get, {})
      const own = await world.api.call(world.creator, profile.get, {})
      return `operator ${answer.status}, creator ${own.status}`
    },
  }),
} satisfies Record<string, (world: World) => Promise<Begun>>
export type FeatureName = keyof typeof features

/** Runs something at another time. */
async function later<T>({ api }: World, ms: number, work: () => Promise<T>): Promise<T> {
  api.turnClock(ms)
  return work().finally(() => api.turnClock(-ms))
}

/** The fan's coins, and what the creator has pending and available. */
async function balances({ api, fan, creator }: World): Promise<string> {
  const of = async (owner: string, kind: string) => {
    const [row] = await api.db.run(readBalance, { owner, kind })
    return (row?.cents ?? 0) / 100
  }
  const creators = [await of(creator.id, 'pending'), await of(creator.id, 'available')]
  return `fan ${await of(fan.id, 'wallet')}, creator ${creators.join(' ')}`
}

/** The subscription a month and a day later, after renewals have run. */
async function afterRenewal(world: World, days = 32): Promise<string> {
  const { api, fan, creator } = world
  await later(world, days * dayMs, () => renewDue(api.ctx))
  const rows = await api.db.select().from(subscriptionRows).where(eq(subscriptionRows.fanId, fan.id))
  const [row] = rows.filter((it) => it.creatorId === creator.id)
  return `${row?.status}${row?.renewsAt === null ? '' : ' renewing'}, ${await balances(world)}`
}

/** A post of the creator that sells a picture and its text for 8 coins. */
async function sell({ api, creator }: World) {
  const mediaId = await makePicture(api, creator)
  const post = await api.call(creator, posts.create, {
    text: 'Words that are sold here',
    visibility: 'paid',
    price: 8,
    media_ids: [mediaId],
  })
  return { postId: post.data.id, mediaId }
}

async function shown({ api, fan }: World, mediaId: string): Promise<string> {
  const answer = await api.call(fan, media.get, { id: mediaId })
  return `media ${answer.status === 200 ? (answer.data.locked ? 'locked' : 'open') : answer.status}`
}
