import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { conversationSorts } from '../../../contract/inbox-views.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { sendBroadcast } from '../../../tests/support/broadcasts.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { block, follow, makePicture, subscribe } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { media } from '../../platform/db/schema/media.ts'
import { type Filter, latestOthers } from './conversation-statements.ts'
import { readAcquaintances } from './live.ts'

const api = testApi()
const send = (who: Actor, to: Actor, content = 'Hello', more = {}) =>
  api.call(who, chat.send, { receiver_id: to.id, content, ...more })
const list = async (who: Actor, filter: Filter, mode?: 'creator') =>
  (await api.call(who, chat.conversations, { filter, mode })).data.data.map((it) => it.other_user_id)
const past = { activeUntil: new Date(Date.now() - 60_000) }

describe('a filter of conversations', () => {
  it('lists former subscribers of this creator, each by their own subscription', async () => {
    const [alice, bob] = [await makeCreator(api), await makeCreator(api)]
    const [former, running, ofBob] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
    await subscribe(api, former, alice, past)
    await subscribe(api, running, alice)
    await subscribe(api, ofBob, bob, past)
    for (const fan of [former, running, ofBob]) await send(alice, fan)
    expect(await list(alice, 'expired', 'creator')).toEqual([former.id])
  })

  it('lists the fan who paid, not another fan or who was paid', async () => {
    const [alice, bob] = [await makeCreator(api), await makeCreator(api)]
    const [payer, other, paid] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
    for (const it of [payer, alice]) await giveCoins(api, it, 50)
    for (const fan of [payer, other, paid]) await send(alice, fan)
    await api.db.update(users).set({ isCreator: true, priceCents: 999 }).where(eq(users.id, paid.id))
    await follow(api, alice, paid)
    await api.call(alice, chat.tip, { id: paid.id, amount: 5 })
    for (const creator of [alice, bob]) await api.call(payer, chat.tip, { id: creator.id, amount: 5 })
    expect(await list(alice, 'tippers', 'creator')).toEqual([payer.id])
    expect(await list(alice, 'spenders', 'creator')).toEqual([payer.id])
  })

  it('takes no message as a request from whom the reader follows or who subscribes to the reader', async () => {
    const alice = await makeCreator(api)
    const [followed, subscriber, unknown] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
    await follow(api, alice, followed)
    await subscribe(api, subscriber, alice)
    for (const fan of [followed, subscriber, unknown]) {
      await follow(api, fan, alice)
      await send(fan, alice)
    }
    expect(await list(alice, 'requests', 'creator')).toEqual([unknown.id])
  })

  it('needs can_social for fans and can_payment for what they spent', async () => {
    const { operator, creator } = await makeAgency(api, rights('can_chat'))
    const browser = await actAs(api, operator, creator)
    const ask = async (query: object) => (await api.call(browser, chat.conversations, query)).refusal
    for (const filter of ['subscribers', 'followers', 'expired'])
      expect(await ask({ filter })).toMatchObject({ error: 'permission_denied', flag: 'can_social' })
    for (const query of [{ filter: 'tippers' }, { filter: 'spenders' }, { sort: 'top_spenders' }])
      expect(await ask(query)).toMatchObject({ error: 'permission_denied', flag: 'can_payment' })
  })
})

it('knows with whom a user exchanged messages, without blocks', async () => {
  const [bob, frank, carol, dave, empty] = await Promise.all(Array.from({ length: 5 }, () => api.makeUser()))
  if (!bob || !frank || !carol || !dave || !empty) throw new Error('five users were made')
  await send(bob, frank)
  await send(carol, dave)
  const others = async (who: Actor) => (await api.db.run(latestOthers, { viewer: who.id })).map((it) => it.other_id)
  expect([await others(bob), await others(frank)]).toEqual([[frank.id], [bob.id]])
  expect(await readAcquaintances(api.db, bob.id)).toEqual([frank.id])
  await block(api, frank, bob)
  for (const who of [bob, frank]) expect(await readAcquaintances(api.db, who.id)).toEqual([])
})

describe('a broadcast without an answer', () => {
  it('puts its fan in no list of the creator, whose presence the fan does not learn', async () => {
    const [alice, fan, answers] = [await makeCreator(api), await api.makeUser(), await api.makeUser()]
    for (const it of [fan, answers]) await follow(api, it, alice)
    await sendBroadcast(api, alice, { audience: 'followers', content: 'News' })
    await send(answers, alice)
    const listed = async (query: object) => {
      const { status, data } = await api.call(alice, chat.conversations, { mode: 'creator', ...query })
      return [status, data.data.map((it) => it.other_user_id)]
    }
    for (const sort of conversationSorts) expect(await listed({ sort })).toEqual([200, [answers.id]])
    const known = (await api.db.run(latestOthers, { viewer: alice.id })).map((it) => it.other_id)
    expect([known, await readAcquaintances(api.db, alice.id)]).toEqual([[answers.id], [answers.id]])
  })

  it('does not let the creator learn that its fan has blocked them', async () => {
    const [alice, fan, answers] = [await makeCreator(api), await api.makeUser(), await api.makeUser()]
    for (const it of [fan, answers]) await follow(api, it, alice)
    await sendBroadcast(api, alice, { audience: 'followers', content: 'News' })
    await send(answers, alice)
    for (const it of [fan, answers]) await block(api, it, alice)
    expect([(await send(alice, fan)).status, (await send(alice, answers)).refusal.error]).toEqual([404, 'chat_closed'])
  })
})

it('shows a conversation to its two sides, each its own side', async () => {
  const [bob, frank, mallory] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
  const { session_id: id } = (await send(bob, frank)).data
  await send(mallory, await api.makeUser())
  const read = (who: Actor) => api.call(who, chat.updateConversation, { id })
  expect((await read(bob)).data).toMatchObject({ id, other_user_id: frank.id, unread_count: 0 })
  expect((await read(frank)).data).toMatchObject({ id, other_user_id: bob.id, unread_count: 1 })
  expect((await read(mallory)).status).toBe(404)
  await api.call(frank, chat.mute, { id })
  expect([(await read(bob)).data.muted, (await read(frank)).data.muted]).toEqual([false, true])
})

describe('a message', () => {
  it('is sold by creators only', async () => {
    const [bob, frank] = [await api.makeUser(), await api.makeUser()]
    expect((await send(bob, frank, 'look', { price: 5 })).refusal.error).toBe('not_creator')
  })

  it('takes no media that failed, is processed or was deleted', async () => {
    const [bob, frank] = [await makeCreator(api), await api.makeUser()]
    for (const change of [{ state: 'failed' }, { state: 'processing' }, { deletedAt: new Date() }] as const) {
      const id = await makePicture(api, bob)
      await api.db.update(media).set(change).where(eq(media.id, id))
      expect((await send(bob, frank, 'look', { media_ids: [id] })).status).toBe(404)
    }
  })

  it('replies to no deleted message, and to none of another conversation of either side', async () => {
    const [bob, frank, carol] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
    const { id } = (await send(bob, frank)).data
    const [ofBob, ofFrank] = [(await send(bob, carol)).data.id, (await send(carol, frank)).data.id]
    await api.call(bob, chat.remove, { id })
    for (const reply_to of [id, ofBob, ofFrank, newId()])
      for (const [from, to] of [
        [bob, frank],
        [frank, bob],
      ] as const)
        expect((await send(from, to, 'x', { reply_to })).status).toBe(404)
  })

  it('is another one for each sender under the same client_id', async () => {
    const [bob, frank] = [await api.makeUser(), await api.makeUser()]
    const first = await send(bob, frank, 'mine', { client_id: 'the-same' })
    const second = await send(frank, bob, 'yours', { client_id: 'the-same' })
    expect([first.data.content, second.data.content, second.status]).toEqual(['mine', 'yours', 201])
  })

  it('reaches no closed account, none without a name, and not its sender', async () => {
    const [bob, closed, nameless] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
    await api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, closed.id))
    await api.db.update(users).set({ username: null }).where(eq(users.id, nameless.id))
    expect((await api.call(bob, chat.messages, { userId: bob.id })).status).toBe(404)
    for (const to of [closed, nameless]) {
      expect((await send(bob, to)).status).toBe(404)
      expect((await api.call(bob, chat.messages, { userId: to.id })).status).toBe(404)
      expect((await api.call(bob, chat.conversation, { userId: to.id })).status).toBe(404)
    }
  })
})
