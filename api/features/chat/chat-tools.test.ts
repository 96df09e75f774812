import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { chatTools } from '../../../contract/chat-tools.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { follow, subscribe } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { users } from '../../platform/db/schema/identity.ts'

/** Two creators with the same tools: neither sees or changes what is the other's. */
const api = testApi()
let alice: Actor
let bob: Actor
beforeAll(async () => {
  alice = await makeCreator(api, 0)
  bob = await makeCreator(api, 0)
})

describe('a fan', () => {
  const fan = async (creator: Actor, userId: string) => (await api.call(creator, chatTools.fan, { userId })).data
  const unknown = {
    follows_since: null,
    subscribed_since: null,
    subscribed_until: null,
    is_subscriber: false,
    writes_since: null,
    spent: 0,
    note: '',
    lists: [],
  }

  it('is shown with what they did for this creator only', async () => {
    const fiona = await api.makeUser()
    await follow(api, fiona, alice)
    await subscribe(api, fiona, alice)
    await giveCoins(api, fiona, 20)
    await api.call(fiona, chat.tip, { id: alice.id, amount: 5 })
    await api.call(alice, chatTools.setNote, { userId: fiona.id, note: 'likes cats', lists: ['vip'] })
    expect(await fan(alice, fiona.id)).toEqual({
      user_id: fiona.id,
      follows_since: expect.any(String),
      subscribed_since: expect.any(String),
      subscribed_until: expect.any(String),
      is_subscriber: true,
      writes_since: expect.any(String),
      spent: 5,
      note: 'likes cats',
      lists: ['vip'],
    })
    expect((await api.call(bob, chatTools.fan, { userId: fiona.id })).status).toBe(404)
    await follow(api, fiona, bob)
    expect(await fan(bob, fiona.id)).toEqual({
      ...unknown,
      user_id: fiona.id,
      follows_since: expect.any(String),
    })
  })

  it('is shown with their own facts, not those of other fans', async () => {
    const [fiona, frank] = [await api.makeUser(), await api.makeUser()]
    await subscribe(api, fiona, alice)
    await subscribe(api, frank, alice, { activeUntil: new Date(Date.now() - 60_000) })
    expect((await fan(alice, frank.id)).is_subscriber).toBe(false)
    expect((await fan(alice, fiona.id)).is_subscriber).toBe(true)
  })

  it.each<[what: string, relate: (fan: Actor) => Promise<unknown>]>([
    ['follows', (fiona) => follow(api, fiona, alice)],
    ['has subscribed', (fiona) => subscribe(api, fiona, alice)],
    ['has a conversation', (fiona) => api.call(alice, chat.send, { receiver_id: fiona.id, content: 'Hello' })],
  ])('is found if they are someone who %s, and not when they closed their account', async (_, relate) => {
    const fiona = await api.makeUser()
    expect((await api.call(alice, chatTools.fan, { userId: fiona.id })).status).toBe(404)
    expect((await api.call(alice, chatTools.setNote, { userId: fiona.id, note: 'x' })).status).toBe(404)
    await relate(fiona)
    expect((await api.call(alice, chatTools.fan, { userId: fiona.id })).status).toBe(200)
    await api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, fiona.id))
    expect((await api.call(alice, chatTools.fan, { userId: fiona.id })).status).toBe(404)
  })
})

describe('the welcome message', () => {
  const texts = async (fan: Actor, creator: Actor) =>
    (await api.call(fan, chat.messages, { userId: creator.id })).data.data.map((it) => it.content)
  /** Again and again, as after each month. */
  const welcome = async (creator: Actor, fan: Actor) => {
    for (let time = 0; time < 2; time++) {
      await api.call(fan, subscriptions.subscribe, { id: creator.id })
      await api.runJobs()
      await api.call(fan, subscriptions.unsubscribe, { id: creator.id })
    }
  }

  it('is the creator’s own, and greets each fan of each creator once', async () => {
    const [fiona, frank] = [await api.makeUser({ displayName: 'Fiona' }), await api.makeUser({ displayName: 'Frank' })]
    await api.call(bob, chatTools.setWelcome, { enabled: true, content: 'Bob greets {name}' })
    await api.call(alice, chatTools.setWelcome, { enabled: true, content: 'Alice greets {name}' })
    expect((await api.call(bob, chatTools.welcome, {})).data.content).toBe('Bob greets {name}')
    expect((await api.call(alice, chatTools.welcome, {})).data.content).toBe('Alice greets {name}')
    for (const fan of [fiona, frank]) {
      for (const creator of [alice, bob]) await welcome(creator, fan)
      const displayName = fan === fiona ? 'Fiona' : 'Frank'
      expect(await texts(fan, alice)).toEqual([`Alice greets ${displayName}`])
      expect(await texts(fan, bob)).toEqual([`Bob greets ${displayName}`])
    }
  })

  it('is not sent by a creator who has none', async () => {
    const [carol, fiona] = [await makeCreator(api, 0), await api.makeUser()]
    await welcome(carol, fiona)
    expect(await texts(fiona, carol)).toEqual([])
  })
})
