import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { audience } from '../../../contract/audience.ts'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { chat } from '../../../contract/chat.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { sendBroadcast } from '../../../tests/support/broadcasts.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { block, follow, makePicture } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { media } from '../../platform/db/schema/media.ts'

/** Two creators with the same fan: what one plans, limits or has sent is nothing to the broadcasts of the other. */
const api = testApi()
const none = { off: 0, owns: 0, waiting: 0, weekly: 0 }
let alice: Actor
let bob: Actor
let fan: Actor
beforeEach(async () => {
  alice = await makeCreator(api)
  bob = await makeCreator(api)
  fan = await api.makeUser()
  for (const creator of [alice, bob]) await follow(api, fan, creator)
})

const count = async (creator: Actor, input: object = {}) =>
  (await api.call(creator, broadcasts.audiences, { audience: 'followers', ...input })).data
const send = (creator: Actor, input: object) =>
  api.call(creator, broadcasts.send, { audience: 'followers', content: 'News', ...input })
const later = (hours: number) => new Date(api.ctx.now() + hours * 3_600_000).toISOString()

describe('the rails of a creator', () => {
  it('count neither what another has sent nor who waits for another', async () => {
    for (const creator of [alice, bob]) await api.call(creator, broadcasts.setLimit, { per_week: 2 })
    await api.call(alice, broadcasts.setLimit, { per_week: 1 })
    expect((await api.call(bob, broadcasts.getLimit, {})).data).toEqual({ per_week: 2 })
    await sendBroadcast(api, bob, { audience: 'followers', content: 'News' })
    expect([await count(alice), await count(bob)]).toEqual([
      { count: 1, left_out: none },
      { count: 1, left_out: none },
    ])
    await api.call(fan, chat.send, { receiver_id: bob.id, content: 'Are you there?' })
    expect([await count(alice), await count(bob)]).toEqual([
      { count: 1, left_out: none },
      { count: 0, left_out: { ...none, waiting: 1 } },
    ])
  })

  it('count no answer that the creator waits for as a fan', async () => {
    await follow(api, alice, bob)
    await follow(api, bob, alice)
    for (const [from, to] of [
      [alice, bob],
      [bob, alice],
    ] as const)
      expect((await api.call(from, chat.send, { receiver_id: to.id, content: 'Hello' })).status).toBe(201)
    expect(await count(alice)).toEqual({ count: 2, left_out: none })
  })

  it('have no one who did not open what was taken back', async () => {
    const id = await sendBroadcast(api, alice, { audience: 'followers', content: 'News' })
    const unopened = async () => (await count(alice, { audience: 'unopened', again_of: id })).count
    expect(await unopened()).toBe(1)
    await api.call(alice, broadcasts.unsend, { id })
    expect(await unopened()).toBe(0)
  })
})

describe('a broadcast', () => {
  it('is the same for one creator under one client_id, and another under another or for another', async () => {
    const made = []
    for (const [creator, client_id] of [
      [alice, 'one'],
      [bob, 'one'],
      [alice, 'two'],
      [alice, 'one'],
    ] as const) {
      const { status, data } = await send(creator, { client_id })
      made.push([status, data.id])
    }
    expect(made.map(([status]) => status)).toEqual([201, 201, 201, 200])
    expect(new Set(made.map(([, id]) => id)).size).toBe(3)
    expect(made[3]?.[1]).toBe(made[0]?.[1])
  })

  it('is moved, withdrawn and taken back by its own creator, while it is planned for later', async () => {
    const [first, second] = [later(1), later(2)]
    const { id } = (await send(alice, { send_at: first })).data
    const other = (await send(alice, { send_at: first })).data.id
    const move = async (who: Actor, moved_from = first) =>
      (await api.call(who, broadcasts.move, { id, send_at: second, moved_from })).status
    const statusOf = async (of = id) => (await api.call(alice, broadcasts.get, { id: of })).data
    for (const endpoint of [broadcasts.withdraw, broadcasts.unsend])
      expect((await api.call(bob, endpoint, { id })).status).toBe(404)
    expect([await move(bob), await move(alice, second), await move(alice)]).toEqual([404, 409, 200])
    expect(await statusOf()).toMatchObject({ status: 'scheduled', send_at: second })
    expect(await statusOf(other)).toMatchObject({ status: 'scheduled', send_at: first })
    api.turnClock(3 * 3_600_000)
    const late = await api.call(alice, broadcasts.move, { id, send_at: later(1), moved_from: second })
    expect(late.refusal.error).toBe('not_planned')
    api.turnClock(-3 * 3_600_000)
    expect((await api.call(alice, broadcasts.withdraw, { id })).status).toBe(200)
    expect((await api.call(alice, broadcasts.get, { id })).status).toBe(404)
    expect((await api.call(alice, broadcasts.unsend, { id: other })).status).toBe(200)
    const unsent = { id: other, send_at: second, moved_from: first }
    expect((await api.call(alice, broadcasts.move, unsent)).refusal.error).toBe('not_planned')
    expect((await api.call(alice, broadcasts.move, { ...unsent, send_at: later(-1) })).refusal.error).toBe(
      'time_passed',
    )
    expect((await api.call(alice, broadcasts.withdraw, { id: other })).refusal.error).toBe('already_done')
  })

  it('has words or media, and a price within bounds for what is not given away', async () => {
    const picture = await makePicture(api, alice)
    const refusal = async (input: object) => (await send(alice, { media_ids: [picture], ...input })).refusal.error
    expect(await refusal({ media_ids: [], content: '' })).toBe('invalid_input')
    expect(await refusal({ price: 0.01 })).toBe('invalid_amount')
    expect(await refusal({ price: 1_000_000 })).toBe('invalid_amount')
    expect(await refusal({ price: 5, preview_ids: [picture] })).toBe('invalid_input')
  })

  it('of an operator has no media, price or knowledge of amounts that their rights do not open', async () => {
    const agency = await makeAgency(api, rights('can_chat', 'can_social', 'can_medias'))
    await follow(api, fan, agency.creator)
    const media_ids = [await makePicture(api, agency.creator)]
    const filter = { min_spent: 5 }
    const list_id = (await api.call(agency.creator, audience.createList, { name: 'Paid', filter })).data.id
    const operator = await actAs(api, agency.operator, agency.creator)
    const preview = (input: object) => api.call(operator, broadcasts.preview, { fan_id: fan.id, content: '', ...input })
    const refused = (flag: string) => ({ error: 'permission_denied', flag })
    for (const input of [
      { media_ids, price: 5 },
      { audience: 'spenders' },
      { exclude: ['non_spenders'] },
      { audience: 'chosen', choice: { filter } },
      { audience: 'list', list_id },
    ])
      expect((await send(operator, input)).refusal).toMatchObject(refused('can_payment'))
    expect((await preview({ media_ids, price: 5 })).refusal).toMatchObject(refused('can_payment'))
    expect((await send(operator, { media_ids })).status).toBe(201)
    const permissions = rights('can_chat', 'can_social')
    await api.call(agency.owner, agencies.putGrant, { ...agency.place, permissions })
    for (const { refusal } of [await send(operator, { media_ids }), await preview({ media_ids })])
      expect(refusal).toMatchObject(refused('can_medias'))
  })

  it('and its preview take no media that is not ready, deleted, sent by a fan or of another', async () => {
    const usable = await makePicture(api, alice)
    const [failed, deleted] = [await makePicture(api, alice), await makePicture(api, alice)]
    await api.db.update(media).set({ state: 'failed' }).where(eq(media.id, failed))
    await api.db.update(media).set({ deletedAt: new Date() }).where(eq(media.id, deleted))
    const refused = [failed, deleted, await makePicture(api, alice, bob), await makePicture(api, bob)]
    for (const id of refused) {
      const media_ids = [usable, id]
      expect((await send(alice, { media_ids })).status).toBe(404)
      expect((await api.call(alice, broadcasts.preview, { fan_id: fan.id, content: '', media_ids })).status).toBe(404)
    }
    expect((await send(alice, { media_ids: [usable] })).status).toBe(201)
  })

  it('is shown as a fan of this creator would read it, and not for one who is gone or behind a block', async () => {
    const [blocked, blocking, gone, his] = [
      await api.makeUser(),
      await api.makeUser(),
      await api.makeUser(),
      await api.makeUser(),
    ]
    for (const it of [blocked, blocking, gone]) await follow(api, it, alice)
    await follow(api, his, bob)
    await block(api, alice, blocked)
    await block(api, blocking, alice)
    await api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, gone.id))
    const preview = async (who: Actor) =>
      (await api.call(alice, broadcasts.preview, { fan_id: who.id, content: 'For {name}' })).status
    expect(await Promise.all([fan, blocked, blocking, gone, his].map(preview))).toEqual([200, 404, 404, 404, 404])
  })
})
