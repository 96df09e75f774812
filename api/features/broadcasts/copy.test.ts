import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { chat } from '../../../contract/chat.ts'
import { notifications } from '../../../contract/notifications.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { ledgerOf, makeCreator } from '../../../tests/support/money.ts'
import { openPushService, type PushService } from '../../../tests/support/push-service.ts'
import { follow, makePicture } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { broadcastFigures } from '../../platform/db/schema/broadcasts.ts'
import { messages } from '../../platform/db/schema/chat.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { media } from '../../platform/db/schema/media.ts'

/** A creator sends what is being written to themselves, to see it as a fan would (product §88). */
const api = testApi()
let alice: Actor
let service: PushService
beforeAll(async () => {
  service = await openPushService()
})
afterAll(() => service.close())
beforeEach(async () => {
  alice = await makeCreator(api)
  await api.db.update(users).set({ displayName: 'Alice Moreau' }).where(eq(users.id, alice.id))
})

const send = (who: Actor, input: object = {}) =>
  api.call(who, broadcasts.sendCopy, { content: 'Hi {name}', second_content: 'Dear {name}', ...input })
const read = async (who: Actor) => (await api.call(who, broadcasts.getCopy, {})).data.copy

it('is as a fan receives it: their own name in both texts, locked media without an address, the price', async () => {
  const [sold, free] = [await makePicture(api, alice), await makePicture(api, alice)]
  const sent = await send(alice, { media_ids: [sold, free], preview_ids: [free], price: 5 })
  expect(sent.data.copy).toMatchObject({
    content: 'Hi Alice Moreau',
    second_content: 'Dear Alice Moreau',
    price: 5,
    sender: { id: alice.id },
    media: [
      { id: sold, locked: true, url: null },
      { id: free, locked: false },
    ],
  })
  expect(await read(alice)).toEqual(sent.data.copy)
})

it('reaches no fan, no conversation and no figure, and costs nothing', async () => {
  const fan = await api.makeUser()
  await follow(api, fan, alice)
  await send(alice, { media_ids: [await makePicture(api, alice)], price: 5 })
  await api.runJobs()
  expect(await api.db.select().from(messages).where(eq(messages.senderId, alice.id))).toEqual([])
  expect(await api.db.select().from(broadcastFigures)).toEqual([])
  for (const mode of ['creator', 'fan'] as const)
    expect((await api.call(alice, chat.conversations, mode === 'creator' ? { mode } : {})).data.data).toEqual([])
  expect((await api.call(alice, broadcasts.list, {})).data.data).toEqual([])
  expect((await api.call(fan, broadcasts.channel, {})).data.data).toEqual([])
  const { count } = (await api.call(alice, broadcasts.audiences, { audience: 'followers', exclude: [] })).data
  expect(count).toBe(1)
  expect(await ledgerOf(api)).toEqual([])
})

it('takes the place of the last one, loses media that were deleted, and is removed', async () => {
  const picture = await makePicture(api, alice)
  await send(alice)
  await send(alice, { content: 'Again', second_content: null, media_ids: [picture] })
  expect(await read(alice)).toMatchObject({ content: 'Again', second_content: null, media: [{ id: picture }] })
  await api.db.update(media).set({ deletedAt: new Date() }).where(eq(media.id, picture))
  expect(await read(alice)).toMatchObject({ media: [] })
  await api.call(alice, broadcasts.removeCopy, {})
  expect(await read(alice)).toBeNull()
})

it('is seen by its author alone', async () => {
  const { operator, creator } = await makeAgency(api, rights('can_chat', 'can_social'))
  const browser = await actAs(api, operator, creator)
  expect((await send(browser)).data.copy?.content).toBe(`Hi ${operator.username}`)
  expect([await read(creator), (await read(browser))?.second_content]).toEqual([null, `Dear ${operator.username}`])
  expect((await send(browser, { price: 5 })).status).toBe(403)
  expect((await send(browser, { media_ids: [await makePicture(api, creator)] })).status).toBe(403)
})

it('is refused without anything in it, with a price out of bounds, and with media of others', async () => {
  const other = await makePicture(api, await makeCreator(api))
  expect((await send(alice, { content: ' ' })).status).toBe(400)
  expect((await send(alice, { price: 900 })).refusal.error).toBe('invalid_amount')
  expect((await send(alice, { media_ids: [other] })).status).toBe(404)
  expect(await read(alice)).toBeNull()
})

it('is pushed to the browsers of a creator in person, at once and without its words, and to none of an operator', async () => {
  const { operator, creator } = await makeAgency(api, rights('can_chat', 'can_social'))
  for (const who of [operator, creator]) await api.call(who, notifications.subscribePush, service.subscribe())
  await send(await actAs(api, operator, creator))
  await send(creator)
  await expect.poll(() => service.taken.length, { timeout: 5_000 }).toBe(1)
  expect(service.taken[0]?.news).toEqual({
    title: 'Fanfare',
    body: 'What you sent to yourself is here',
    url: '/chat/creator-channel',
    tag: 'broadcast-copy',
    icon: '/favicon.png',
  })
})
