import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { chatTools } from '../../../contract/chat-tools.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { follow, makePicture } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { savedReplies } from '../../platform/db/schema/chat.ts'

/** Two creators with saved replies in folders of the same name: places and the trash are of each alone. */
const api = testApi()
let alice: Actor
let bob: Actor
beforeEach(async () => {
  alice = await makeCreator(api, 0)
  bob = await makeCreator(api, 0)
})

const save = (who: Actor, title: string, more: object = {}) =>
  api.call(who, chatTools.saveReply, { title, content: `${title}!`, folder: 'Script', ...more })
const add = async (who: Actor, title: string, more: object = {}) => (await save(who, title, more)).data.id
const list = async (who: Actor, query = {}) => (await api.call(who, chatTools.replies, query)).data
const titles = async (who: Actor, query = {}) => (await list(who, query)).data.map((it) => it.title)
const remove = (who: Actor, id: string) => api.call(who, chatTools.removeReply, { id })

it('a page of one does not go on after a reply of the other', async () => {
  for (const title of ['One', 'Two', 'Three']) for (const who of [alice, bob]) await add(who, title)
  const { next } = await list(alice, { limit: 1 })
  expect(await titles(alice, { cursor: next })).toEqual(['Two', 'Three'])
  expect(await titles(bob, { cursor: next })).toEqual([])
})

it('the first reply of one stands in the first place, however many the other has', async () => {
  for (const title of ['One', 'Two', 'Three']) await add(alice, title)
  const id = await add(bob, 'First')
  const [row] = await api.db.select().from(savedReplies).where(eq(savedReplies.id, id))
  expect(row?.position).toBe(1)
})

it('what is deleted is no neighbour, and counts in no folder', async () => {
  const [, two] = [await add(alice, 'One'), await add(alice, 'Two')]
  const three = await add(alice, 'Three')
  await remove(alice, two)
  expect((await list(alice)).folders).toEqual([{ name: 'Script', count: 2 }])
  await api.call(alice, chatTools.moveReply, { id: three, direction: 'up' })
  expect(await titles(alice)).toEqual(['Three', 'One'])
})

it('one who deletes a reply erases nothing in the trash of the other', async () => {
  const [hers, his] = [await add(alice, 'Hers'), await add(bob, 'His')]
  await remove(bob, his)
  api.turnClock(25 * 3_600_000)
  await remove(alice, hers)
  api.turnClock(-25 * 3_600_000)
  expect((await api.call(bob, chatTools.restoreReply, { id: his })).status).toBe(200)
  expect(await titles(bob)).toEqual(['His'])
})

it('what comes next follows what this creator sent, among their own replies', async () => {
  const fan = await api.makeUser()
  const first: Record<string, string> = {}
  for (const who of [alice, bob]) {
    await follow(api, fan, who)
    await api.call(fan, chat.send, { receiver_id: who.id, content: 'Hello' })
    first[who.id] = await add(who, 'One')
  }
  const two = await add(bob, 'Two')
  const send = (who: Actor) =>
    api.call(who, chat.send, { receiver_id: fan.id, content: 'One!', saved_reply_id: first[who.id] })
  const next = async (who: Actor) => (await api.call(who, chatTools.nextReply, { userId: fan.id })).data
  await send(alice)
  expect(await next(alice)).toEqual({ reply: null, after_message: null })
  const { data } = await send(bob)
  expect(await next(bob)).toMatchObject({ reply: { id: two }, after_message: data.id })
  const third = await add(alice, 'Two')
  expect(await next(alice)).toMatchObject({ reply: { id: third } })
  expect((await next(alice)).after_message).not.toBe(data.id)
})

it.each([
  ['can_payment', rights('can_chat', 'can_medias')],
  ['can_medias', rights('can_chat', 'can_payment')],
] as const)('an operator without %s takes away no price and no media of a reply', async (flag, permissions) => {
  const { operator, creator } = await makeAgency(api, permissions)
  const media_ids = [await makePicture(api, creator)]
  const sold = await add(creator, 'Sold', { media_ids, price: 5 })
  const free = await add(creator, 'Free', { media_ids })
  const browser = await actAs(api, operator, creator)
  const bare = { media_ids: [], preview_ids: [], price: null }
  expect((await save(browser, 'Bare', { id: sold, ...bare })).refusal).toMatchObject({ error: 'permission_denied' })
  const refused = await save(browser, 'Bare', { id: flag === 'can_payment' ? sold : free, ...bare })
  expect(refused.refusal).toMatchObject({ error: 'permission_denied', flag })
  expect((await save(browser, 'Other words', { id: sold })).status).toBe(200)
})
