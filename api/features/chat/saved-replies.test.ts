import { beforeEach, describe, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { chatTools } from '../../../contract/chat-tools.ts'
import { media } from '../../../contract/media.ts'
import { vault } from '../../../contract/vault.ts'
import { wallet } from '../../../contract/wallet.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { makePicture } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { savedReplies } from '../../platform/db/schema/chat.ts'
import { refundSale } from '../wallet/refunds.ts'

/** Two creators with replies of their own: neither sees or changes what is the other's (product §72). */
const api = testApi()
let alice: Actor
let bob: Actor
beforeEach(async () => {
  alice = await makeCreator(api, 0)
  bob = await makeCreator(api, 0)
})

type Input = Parameters<typeof api.call<typeof chatTools.saveReply>>[2]
const save = (creator: Actor, title: string, more: Partial<Input> = {}) =>
  api.call(creator, chatTools.saveReply, { title, content: `${title}!`, ...more })
const add = async (creator: Actor, title: string, more: Partial<Input> = {}) =>
  (await save(creator, title, more)).data.id
const list = async (creator: Actor, query = {}) => (await api.call(creator, chatTools.replies, query)).data
const titles = async (creator: Actor, query = {}) => (await list(creator, query)).data.map((it) => it.title)

it('are listed, changed and removed by their creator only', async () => {
  const id = await add(alice, 'Thanks')
  await add(alice, 'Welcome')
  await add(bob, 'Hi')
  expect([await titles(alice), await titles(bob)]).toEqual([['Thanks', 'Welcome'], ['Hi']])
  for (const call of [chatTools.removeReply, chatTools.restoreReply])
    expect((await api.call(bob, call, { id })).status).toBe(404)
  expect((await save(bob, 'Mine', { id })).status).toBe(404)
  expect((await api.call(bob, chatTools.moveReply, { id, direction: 'down' })).status).toBe(404)
  expect((await save(alice, 'Thank you', { id })).status).toBe(200)
  expect([await titles(alice), await titles(bob)]).toEqual([['Thank you', 'Welcome'], ['Hi']])
})

describe('a deleted reply', () => {
  it('comes back to its place until a day has passed', async () => {
    const [first] = [await add(alice, 'One', { folder: 'Script' }), await add(alice, 'Two', { folder: 'Script' })]
    const remove = () => api.call(alice, chatTools.removeReply, { id: first })
    expect([(await remove()).status, (await remove()).status, await titles(alice)]).toEqual([200, 404, ['Two']])
    expect((await save(alice, 'Gone', { id: first })).status).toBe(404)
    expect((await api.call(alice, chatTools.restoreReply, { id: first })).status).toBe(200)
    expect((await api.call(alice, chatTools.restoreReply, { id: first })).status).toBe(404)
    expect(await titles(alice)).toEqual(['One', 'Two'])
    await remove()
    const last = await add(alice, 'Last')
    api.turnClock(25 * 3_600_000)
    await api.call(alice, chatTools.removeReply, { id: last })
    api.turnClock(-25 * 3_600_000)
    expect((await api.call(alice, chatTools.restoreReply, { id: first })).status).toBe(404)
    expect((await api.call(alice, chatTools.restoreReply, { id: last })).status).toBe(200)
  })

  it('does not count among five hundred, and cannot come back as one more', async () => {
    const rows = Array.from({ length: 499 }, (_, at) => ({
      id: newId(),
      userId: alice.id,
      title: `${at}`,
      content: 'x',
    }))
    await api.db.insert(savedReplies).values(rows)
    const id = await add(alice, 'the last')
    expect((await save(alice, 'one more')).refusal.error).toBe('too_many_replies')
    expect((await save(alice, 'changed', { id })).status).toBe(200)
    expect((await save(bob, 'the first')).status).toBe(200)
    await api.call(alice, chatTools.removeReply, { id })
    expect((await save(alice, 'in its place')).status).toBe(200)
    expect((await api.call(alice, chatTools.restoreReply, { id })).refusal.error).toBe('too_many_replies')
  })
})

describe('folders', () => {
  it('are listed with their replies, and narrow the list', async () => {
    for (const [title, folder] of [
      ['C', 'Sales'],
      ['A', ''],
      ['B', 'Sales'],
      ['D', 'Care'],
    ] as const)
      await add(alice, title, { folder })
    expect((await list(alice)).folders).toEqual([
      { name: '', count: 1 },
      { name: 'Care', count: 1 },
      { name: 'Sales', count: 2 },
    ])
    expect(await titles(alice)).toEqual(['A', 'D', 'C', 'B'])
    expect([await titles(alice, { folder: 'Sales' }), await titles(alice, { folder: '' })]).toEqual([['C', 'B'], ['A']])
    expect((await list(bob)).folders).toEqual([])
  })

  it('are renamed in one act, and join the folder that has the name already', async () => {
    for (const [title, folder] of [
      ['A', 'Old'],
      ['B', 'Old'],
      ['C', 'New'],
    ] as const)
      await add(alice, title, { folder })
    await add(bob, 'X', { folder: 'Old' })
    const rename = (folder: string, to: string) => api.call(alice, chatTools.renameReplyFolder, { folder, to })
    expect((await rename('Old', 'Oldest')).status).toBe(200)
    expect((await rename('Old', 'Oldest')).status).toBe(404)
    expect(await titles(alice, { folder: 'Oldest' })).toEqual(['A', 'B'])
    await rename('Oldest', 'New')
    expect(await titles(alice, { folder: 'New' })).toEqual(['C', 'A', 'B'])
    expect((await list(bob)).folders).toEqual([{ name: 'Old', count: 1 }])
  })

  it('have an order, which is changed step by step and not across the edge', async () => {
    const [a, , c] = [await add(alice, 'A'), await add(alice, 'B'), await add(alice, 'C')]
    await add(alice, 'D', { folder: 'Later' })
    const move = (id: string, direction: 'up' | 'down') => api.call(alice, chatTools.moveReply, { id, direction })
    await move(c, 'up')
    expect(await titles(alice)).toEqual(['A', 'C', 'B', 'D'])
    await move(a, 'down')
    expect(await titles(alice)).toEqual(['C', 'A', 'B', 'D'])
    await move(c, 'up')
    expect(await titles(alice)).toEqual(['C', 'A', 'B', 'D'])
    await save(alice, 'A', { id: a, folder: 'Later' })
    expect(await titles(alice)).toEqual(['C', 'B', 'D', 'A'])
  })

  it('order replies of one place by their age, as those are that had none', async () => {
    const rows = ['A', 'B', 'C'].map((title) => ({ id: newId(), userId: alice.id, title, content: 'x' }))
    await api.db.insert(savedReplies).values(rows)
    await api.call(alice, chatTools.moveReply, { id: rows[0]?.id ?? '', direction: 'down' })
    expect(await titles(alice)).toEqual(['B', 'A', 'C'])
  })
})

describe('the list', () => {
  it('is read page by page, also when a reply of the page before is deleted meanwhile', async () => {
    const ids: string[] = []
    for (const title of ['A', 'B', 'C', 'D', 'E']) ids.push(await add(alice, title))
    const first = await list(alice, { limit: 2 })
    await api.call(alice, chatTools.removeReply, { id: ids[1] ?? '' })
    const second = await list(alice, { limit: 2, cursor: first.next ?? '' })
    const third = await list(alice, { limit: 2, cursor: second.next ?? '' })
    expect([first, second, third].map((it) => it.data.map((reply) => reply.title))).toEqual([
      ['A', 'B'],
      ['C', 'D'],
      ['E'],
    ])
    expect(third.next).toBeNull()
  })

  it('is searched in title, text and folder, whatever stands for a pattern elsewhere', async () => {
    await add(alice, 'Thanks', { content: 'for 100% of it' })
    await add(alice, 'Later', { folder: 'Thankful' })
    await add(alice, 'Other')
    expect(await titles(alice, { q: 'THANK' })).toEqual(['Thanks', 'Later'])
    expect(await titles(alice, { q: '0%' })).toEqual(['Thanks'])
    expect(await titles(alice, { q: '_' })).toEqual([])
    expect((await api.call(alice, chatTools.replies, { q: 'x'.repeat(101) })).refusal.error).toBe('invalid_input')
  })
})

describe('media and price', () => {
  it('are refused as when sending: media of others, a price of nothing, an amount out of range, nothing at all', async () => {
    const [own, theirs] = [await makePicture(api, alice), await makePicture(api, bob)]
    const refusal = async (more: Partial<Input>) => (await save(alice, 'Look', more)).refusal.error
    expect(await refusal({ media_ids: [theirs] })).toBe('not_found')
    expect(await refusal({ price: 5 })).toBe('invalid_input')
    expect(await refusal({ media_ids: [own], preview_ids: [own], price: 5 })).toBe('invalid_input')
    expect(await refusal({ media_ids: [own], price: 0.5 })).toBe('invalid_amount')
    expect(await refusal({ content: '' })).toBe('invalid_input')
    expect((await save(alice, 'Look', { content: '', media_ids: [own] })).status).toBe(200)
  })

  it('stay when the words alone are changed, and go when that is asked', async () => {
    const picture = await makePicture(api, alice)
    const id = await add(alice, 'Look', { media_ids: [picture], price: 5 })
    const changed = (await save(alice, 'Look here', { id })).data
    expect(changed).toMatchObject({ title: 'Look here', media_ids: [picture], is_priced: true, price: 5 })
    expect((await save(alice, 'Look', { id, media_ids: [], preview_ids: [], price: null })).data).toMatchObject({
      media_ids: [],
      is_priced: false,
      price: null,
    })
  })

  it('leave out what was deleted, until it is restored', async () => {
    const [one, two] = [await makePicture(api, alice), await makePicture(api, alice)]
    await add(alice, 'Look', { media_ids: [one, two], preview_ids: [one] })
    await api.call(alice, media.remove, { id: one })
    expect((await list(alice)).data).toMatchObject([{ media_ids: [two], preview_ids: [], missing: 1 }])
    await api.call(alice, vault.change, { choice: { ids: [one] }, act: 'restore' })
    expect((await list(alice)).data).toMatchObject([{ media_ids: [one, two], preview_ids: [one], missing: 0 }])
  })
})

describe('what is written with a reply', () => {
  const send = (from: Actor, to: Actor, reply: string, more = {}) =>
    api.call(from, chat.send, { receiver_id: to.id, content: 'Look', saved_reply_id: reply, ...more })
  const figures = async (creator: Actor) => (await list(creator)).data.map((it) => it.figures)
  const buy = (fan: Actor, id: string) => api.call(fan, media.unlock, { id, expected_price: 5 })

  it('is counted once, with what it sold, until that is paid back', async () => {
    const [one, two] = [await makePicture(api, alice), await makePicture(api, alice)]
    const id = await add(alice, 'Look', { media_ids: [one], price: 5 })
    await add(alice, 'Other')
    const [fiona, frank] = [await api.makeUser(), await api.makeUser()]
    for (const fan of [fiona, frank]) await giveCoins(api, fan, 20)
    const client = { client_id: 'once', media_ids: [one], price: 5 }
    for (let time = 0; time < 2; time++) await send(alice, fiona, id, client)
    await send(alice, frank, id, { media_ids: [two], price: 5 })
    expect(await figures(alice)).toEqual([
      { sent: 2, unlocked: 0, earned: 0 },
      { sent: 0, unlocked: 0, earned: 0 },
    ])
    await buy(fiona, one)
    await buy(fiona, one)
    await buy(frank, two)
    expect((await figures(alice))[0]).toEqual({ sent: 2, unlocked: 2, earned: 10 })
    const [sale] = (await api.call(frank, wallet.transactions, {})).data.data
    await api.db.transact((tx) => refundSale(tx, api.ctx, sale?.id ?? '', { kind: 'refund', reason: 'asked' }))
    expect((await figures(alice))[0]).toEqual({ sent: 2, unlocked: 1, earned: 5 })
  })

  it('is sent and not counted with a reply of another creator, and with one that is deleted', async () => {
    const [theirs, gone] = [await add(bob, 'Theirs'), await add(alice, 'Gone')]
    const fan = await api.makeUser()
    await api.call(alice, chatTools.removeReply, { id: gone })
    for (const id of [theirs, gone, newId()]) expect((await send(alice, fan, id)).status).toBe(201)
    await api.call(alice, chatTools.restoreReply, { id: gone })
    const none = { sent: 0, unlocked: 0, earned: 0 }
    expect([await figures(alice), await figures(bob)]).toEqual([[none], [none]])
  })

  it('says how much of what it sells a fan owns', async () => {
    const [sold, free] = [await makePicture(api, alice), await makePicture(api, alice)]
    const id = await add(alice, 'Look', { media_ids: [sold, free], preview_ids: [free], price: 5 })
    const [fiona, frank] = [await api.makeUser(), await api.makeUser()]
    await giveCoins(api, fiona, 20)
    // A preview that the fan has bought elsewhere saves nothing.
    await send(alice, fiona, newId(), { media_ids: [free], price: 5 })
    await buy(fiona, free)
    await send(alice, fiona, id, { media_ids: [sold, free], preview_ids: [free], price: 5 })
    await buy(fiona, sold)
    const owned = async (query: object) => (await list(alice, query)).data[0]?.owned
    expect([await owned({ for: fiona.id }), await owned({ for: frank.id }), await owned({})]).toEqual([1, 0, 0])
  })

  it('offers the next step of its folder to that fan, for a week', async () => {
    const [fiona, frank] = [await api.makeUser(), await api.makeUser()]
    const steps: string[] = []
    for (const title of ['One', 'Two', 'Three']) steps.push(await add(alice, title, { folder: 'Script' }))
    const loose = await add(alice, 'Loose')
    await add(alice, 'Looser')
    const next = async (fan: Actor) => (await api.call(alice, chatTools.nextReply, { userId: fan.id })).data
    expect(await next(fiona)).toEqual({ reply: null, after_message: null })
    const first = (await send(alice, fiona, steps[0] ?? '')).data
    expect(await next(fiona)).toMatchObject({ reply: { id: steps[1], title: 'Two' }, after_message: first.id })
    expect((await next(frank)).reply).toBeNull()
    expect((await api.call(bob, chatTools.nextReply, { userId: fiona.id })).data.reply).toBeNull()
    await api.call(alice, chatTools.removeReply, { id: steps[1] ?? '' })
    expect((await next(fiona)).reply?.title).toBe('Three')
    api.turnClock(8 * 86_400_000)
    expect((await next(fiona)).reply).toBeNull()
    api.turnClock(-8 * 86_400_000)
    await send(alice, fiona, steps[2] ?? '')
    expect((await next(fiona)).reply).toBeNull()
    await send(alice, frank, loose)
    expect((await next(frank)).reply).toBeNull()
  })
})
