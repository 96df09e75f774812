import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { automation } from '../../../contract/automation.ts'
import { chat } from '../../../contract/chat.ts'
import { chatTools } from '../../../contract/chat-tools.ts'
import { fanMediaPerMessage } from '../../../contract/limits.ts'
import { media as vault } from '../../../contract/media.ts'
import { profile } from '../../../contract/profile.ts'
import { reports } from '../../../contract/reports.ts'
import { staff as staffContract } from '../../../contract/staff.ts'
import { users } from '../../../contract/users.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { sendBroadcast } from '../../../tests/support/broadcasts.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { follow, makePicture, subscribe } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { agencyAuditEntries } from '../../platform/db/schema/agencies.ts'
import { liveEvents } from '../../platform/db/schema/chat.ts'
import { users as userRows } from '../../platform/db/schema/identity.ts'
import { media } from '../../platform/db/schema/media.ts'
import { mayFetch } from '../media/may-fetch.ts'

const api = testApi()
let alice: Actor
let bob: Actor
beforeAll(async () => {
  alice = await makeCreator(api, 0)
  bob = await makeCreator(api, 0)
})

/** A fan who has written to the creators. */
async function makeFan(...creators: Actor[]): Promise<Actor> {
  const fan = await api.makeUser()
  for (const creator of creators) {
    await follow(api, fan, creator)
    await say(fan, creator)
  }
  return fan
}
const say = async (from: Actor, to: Actor) =>
  (await api.call(from, chat.send, { receiver_id: to.id, content: 'Hello' })).data
const take = (creator: Actor, fan: Actor, taken: boolean) =>
  api.call(creator, chatTools.takeMedia, { userId: fan.id, taken })
const send = (from: Actor, to: Actor, media_ids: string[], more: object = {}) =>
  api.call(from, chat.send, { receiver_id: to.id, media_ids, ...more })
const terms = async (viewer: Actor, other: Actor) => {
  const { may_send_media, takes_media } = (await api.call(viewer, chat.conversation, { userId: other.id })).data
  return { may_send_media, takes_media }
}
async function sendPicture(fan: Actor, creator: Actor) {
  const id = await makePicture(api, fan, creator)
  return { id, message: (await send(fan, creator, [id])).data }
}

describe('pictures of a fan', () => {
  it('are refused until the creator takes them, then sent, and refused again when that has ended', async () => {
    const fan = await makeFan(alice)
    const picture = await makePicture(api, fan, alice)
    expect((await send(fan, alice, [picture])).refusal).toMatchObject({ error: 'media_not_taken' })
    expect(await terms(fan, alice)).toEqual({ may_send_media: false, takes_media: false })
    expect((await take(alice, fan, true)).data).toEqual({ taken: true })
    expect(await terms(fan, alice)).toEqual({ may_send_media: true, takes_media: false })
    expect(await terms(alice, fan)).toEqual({ may_send_media: true, takes_media: true })
    const sent = (await send(fan, alice, [picture])).data
    expect(sent).toMatchObject({ type: 'media', media: [{ id: picture, locked: false }], price: null })
    await take(alice, fan, false)
    expect(await terms(fan, alice)).toMatchObject({ may_send_media: false })
    const later = await makePicture(api, fan, alice)
    expect((await send(fan, alice, [later])).refusal).toMatchObject({ error: 'media_not_taken' })
    // What was sent before stays.
    const [seen] = (await api.call(alice, chat.messages, { userId: fan.id })).data.data
    expect(seen?.media[0]?.url).toContain(picture)
  })

  it('are taken of every subscriber where the account says so, but not where the conversation says no', async () => {
    const dora = await makeCreator(api, 0)
    const [fan, subscriber] = [await makeFan(dora), await makeFan(dora)]
    await subscribe(api, subscriber, dora)
    expect(await terms(subscriber, dora)).toMatchObject({ may_send_media: false })
    const set = await api.call(dora, profile.update, { takes_subscriber_media: true })
    expect(set.data.takes_subscriber_media).toBe(true)
    expect(await terms(fan, dora)).toMatchObject({ may_send_media: false })
    expect(await terms(subscriber, dora)).toMatchObject({ may_send_media: true })
    await sendPicture(subscriber, dora)
    await take(dora, subscriber, false)
    const picture = await makePicture(api, subscriber, dora)
    expect((await send(subscriber, dora, [picture])).status).toBe(403)
  })

  it('go to the creator for whom they were uploaded, once, and no one sends those of another', async () => {
    const [fan, other] = [await makeFan(alice, bob), await makeFan(alice)]
    for (const [creator, who] of [
      [alice, fan],
      [bob, fan],
      [alice, other],
    ] as const)
      await take(creator, who, true)
    const { id } = await sendPicture(fan, alice)
    const fresh = await makePicture(api, fan, alice)
    expect((await send(fan, bob, [fresh])).status).toBe(404)
    expect((await send(other, alice, [fresh])).status).toBe(404)
    expect((await send(fan, alice, [id])).status).toBe(404)
    // What is theirs otherwise, as a profile picture is.
    expect((await send(fan, alice, [await makePicture(api, fan)])).status).toBe(404)
    expect((await send(fan, alice, [fresh])).status).toBe(201)
  })

  it('have no price, and are so many in a message and no more', async () => {
    const fan = await makeFan(alice)
    await take(alice, fan, true)
    const pictures: string[] = []
    while (pictures.length <= fanMediaPerMessage) pictures.push(await makePicture(api, fan, alice))
    expect((await send(fan, alice, pictures.slice(0, 1), { price: 5 })).refusal).toMatchObject({ error: 'not_creator' })
    expect((await send(fan, alice, pictures)).status).toBe(400)
    expect((await send(fan, alice, pictures.slice(1))).data.media).toHaveLength(fanMediaPerMessage)
  })

  it('are refused across a block, which leaves what was sent', async () => {
    const fan = await makeFan(alice)
    await take(alice, fan, true)
    const { id } = await sendPicture(fan, alice)
    await api.call(alice, users.block, { id: fan.id })
    expect(await terms(fan, alice)).toMatchObject({ may_send_media: false })
    const refused = await send(fan, alice, [await makePicture(api, fan, alice)])
    expect(refused.refusal).toMatchObject({ error: 'chat_closed', reason: 'blocked' })
    expect(await mayFetch(api.ctx, alice.id, id)).not.toBeNull()
  })

  it('are taken by one creator for one fan, and of no one who has not written', async () => {
    const [fan, other] = [await makeFan(alice, bob), await makeFan(alice)]
    expect((await take(alice, fan, true)).status).toBe(200)
    const taken = [await terms(alice, fan), await terms(bob, fan), await terms(alice, other)]
    expect(taken.map((it) => it.takes_media)).toEqual([true, false, false])
    const silent = await api.makeUser()
    await follow(api, silent, bob)
    await sendBroadcast(api, bob, { audience: 'followers', content: 'To all' })
    expect((await take(bob, silent, true)).status).toBe(404)
  })

  it('are not taken by fans', async () => {
    const [fan, friend] = [await makeFan(), await api.makeUser()]
    await say(fan, friend)
    expect((await take(friend, fan, true)).refusal).toMatchObject({ error: 'not_creator' })
    const picture = await makePicture(api, fan, friend)
    expect((await send(fan, friend, [picture])).refusal).toMatchObject({ error: 'media_not_taken' })
  })
})

describe('what a fan has sent', () => {
  it('is seen by the two sides and by no one else, without a mark of the one who looks', async () => {
    const [fan, bystander] = [await makeFan(alice), await makeFan(alice, bob)]
    await take(alice, fan, true)
    const { id } = await sendPicture(fan, alice)
    const seenBy = async (who: Actor) => (await api.call(who, vault.get, { id })).status
    expect(await Promise.all([fan, alice, bob, bystander].map(seenBy))).toEqual([200, 200, 404, 404])
    const fetched = await Promise.all([fan, alice, bob, bystander].map((who) => mayFetch(api.ctx, who.id, id)))
    expect(fetched.map((it) => it?.isMarked ?? null)).toEqual([false, false, null, null])
  })

  it('is gone with its message for both, and its bytes with the trash', async () => {
    const fan = await makeFan(alice)
    await take(alice, fan, true)
    const { id, message } = await sendPicture(fan, alice)
    await api.call(fan, chat.remove, { id: message.id })
    expect(await mayFetch(api.ctx, alice.id, id)).toBeNull()
    expect((await api.call(fan, vault.get, { id })).status).toBe(404)
    const [row] = await api.db.select().from(media).where(eq(media.id, id))
    expect([row?.deletedAt, row?.erasedAt]).toEqual([expect.any(Date), null])
  })

  it('leaves the media of a creator, which is of the vault, when its message is deleted', async () => {
    const fan = await makeFan(alice)
    const picture = await makePicture(api, alice)
    const message = (await send(alice, fan, [picture])).data
    await api.call(alice, chat.remove, { id: message.id })
    expect((await api.call(alice, vault.get, { id: picture })).status).toBe(200)
  })

  it('is shown to staff, also without words, where the creator reports it', async () => {
    const [fan, staff] = [await makeFan(alice), await api.makeUser({ role: 'staff' })]
    await take(alice, fan, true)
    const { id, message } = await sendPicture(fan, alice)
    const notice = { kind: 'illegal_content' as const, object: { kind: 'message' as const, id: message.id }, text: '' }
    const { ticket } = (await api.call(alice, reports.send, notice)).data
    const { data } = (await api.call(staff, staffContract.reports, { limit: 100 })).data
    const report = data.find((it) => it.ticket === ticket)?.id ?? ''
    expect(await mayFetch(api.ctx, staff.id, id)).toBeNull()
    const looked = (await api.call(staff, staffContract.lookAtReport, { id: report })).data
    expect(looked.media.map((it) => it.id)).toEqual([id])
    expect(await mayFetch(api.ctx, staff.id, id)).not.toBeNull()
  })
})

describe('a fan who has become a creator', () => {
  let fan: Actor
  let picture: string
  beforeAll(async () => {
    fan = await makeFan(alice)
    await take(alice, fan, true)
    picture = (await sendPicture(fan, alice)).id
    await api.db.update(userRows).set({ isCreator: true, priceCents: 0 }).where(eq(userRows.id, fan.id))
  })

  it('does not find in the vault what they sent as a fan', async () => {
    expect((await api.call(fan, vault.vault, {})).data.data).toEqual([])
    expect((await api.call(fan, vault.update, { id: picture, name: 'Mine' })).status).toBe(404)
    expect((await api.call(fan, vault.remove, { id: picture })).status).toBe(404)
  })

  const uses: [string, () => Promise<{ status: number }>][] = [
    [
      'an automatic message',
      () => api.call(fan, automation.create, { trigger: 'follow', content: 'Look', media_ids: [picture], per_day: 10 }),
    ],
    ['a message with a price', () => send(fan, alice, [picture], { price: 5 })],
    ['another message', () => send(fan, alice, [picture])],
  ]
  it.each(uses)('cannot use it in %s', async (_, use) => {
    expect((await use()).status).toBe(404)
  })
})

describe('who lets a fan send', () => {
  const eventsOf = async (who: Actor) => {
    const isTaken = and(eq(liveEvents.userId, who.id), eq(liveEvents.type, 'media_taken'))
    return (await api.db.select().from(liveEvents).where(isTaken).orderBy(liveEvents.id)).map((it) => it.payload)
  }

  it('is the creator, after the first message, and both learn of it live', async () => {
    const stranger = await api.makeUser()
    await follow(api, stranger, alice)
    expect((await take(alice, stranger, true)).status).toBe(404)
    const fan = await makeFan(alice)
    await take(alice, fan, true)
    expect(await eventsOf(alice)).toContainEqual({ other_id: fan.id })
    expect(await eventsOf(fan)).toEqual([{ other_id: alice.id }])
  })

  it('tells a fan across a block nothing of it', async () => {
    const fan = await makeFan(alice)
    await api.call(alice, users.block, { id: fan.id })
    await take(alice, fan, true)
    expect([await eventsOf(fan), (await eventsOf(alice)).at(-1)]).toEqual([[], { other_id: fan.id }])
  })

  it('is an operator with can_chat too, which the log says', async () => {
    const { operator, creator, agencyId } = await makeAgency(api)
    const fan = await makeFan(creator)
    const acting = await actAs(api, operator, creator)
    await take(acting, fan, true)
    await take(acting, fan, false)
    const acts = await api.db
      .select()
      .from(agencyAuditEntries)
      .where(and(eq(agencyAuditEntries.agencyId, agencyId), eq(agencyAuditEntries.objectId, fan.id)))
    expect(acts.map((it) => [it.action, it.actorId])).toEqual([
      ['chat.take_media', operator.id],
      ['chat.end_media', operator.id],
    ])
  })
})
