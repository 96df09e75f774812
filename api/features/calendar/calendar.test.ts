import { beforeEach, describe, expect, it } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { calendar } from '../../../contract/calendar.ts'
import type { Flag } from '../../../contract/endpoint.ts'
import { calendarPerDay } from '../../../contract/limits.ts'
import { media } from '../../../contract/media.ts'
import { addDays } from '../../../contract/policy/zoned-time.ts'
import { posts } from '../../../contract/posts.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { readTexts, sendDue } from '../../../tests/support/broadcasts.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { follow, makePicture } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { archiveExpired } from '../posts/jobs.ts'

const api = testApi()
let alice: Actor
beforeEach(async () => {
  alice = await makeCreator(api)
})

const hour = 3_600_000
const inHours = (count: number) => new Date(api.ctx.now() + count * hour).toISOString()
const today = () => new Date(api.ctx.now()).toISOString().slice(0, 10)
/** Two weeks around today. */
const here = () => ({ from: addDays(today(), -7), days: 14, time_zone: 'UTC' })
type Span = Partial<ReturnType<typeof here>>
const read = async (actor: Actor, span: Span = {}) =>
  (await api.call(actor, calendar.get, { ...here(), ...span })).data.data
const names = async (actor: Actor, span: Span = {}) =>
  (await read(actor, span)).flatMap((it) => it.items.map(({ kind, text }) => `${kind} ${text}`))

const planPost = async (actor: Actor, text: string, publish_at?: string) =>
  (await api.call(actor, posts.create, { text, visibility: 'followers', ...(publish_at && { publish_at }) })).data.id
const planBroadcast = async (actor: Actor, content: string, send_at: string) =>
  (await api.call(actor, broadcasts.send, { content, audience: 'followers', send_at })).data.id
const makeLink = (actor: Actor) =>
  api.call(actor, subscriptions.makeOffer, { kind: 'trial', days: 7, expires_in_days: 3 })

describe('the calendar', () => {
  it('has what is planned and what is out, in the order of the times, and no draft', async () => {
    await planPost(alice, 'third', inHours(2))
    await planBroadcast(alice, 'second', inHours(1))
    await planPost(alice, 'first')
    await api.call(alice, posts.create, { text: 'a draft', visibility: 'public', draft: true })
    const { data: offer } = await makeLink(alice)
    expect(await names(alice)).toEqual(['post first', 'broadcast second', 'post third', `offer ${offer.code}`])
    const items = (await read(alice)).flatMap((it) => it.items)
    expect(items.map((it) => it.is_past)).toEqual([true, false, false, false])
    expect(items[0]).toMatchObject({ visibility: 'followers', audience: null, offer: null, media: 0 })
    expect(items[1]).toMatchObject({ visibility: null, audience: 'followers', at: expect.stringMatching(/Z$/) })
    expect(items[3]?.offer).toEqual({ days: 7, percent: null, months: null })
  })

  it('has the ends of posts that are out or planned, and no end that their creator came before', async () => {
    const ends = async (text: string, writing: object) =>
      (await api.call(alice, posts.create, { text, visibility: 'public', ...writing })).data.id
    await ends('out', { expires_at: inHours(3) })
    await ends('planned', { publish_at: inHours(1), expires_at: inHours(4) })
    await ends('draft', { draft: true, expires_at: inHours(4) })
    await api.call(alice, posts.update, { id: await ends('archived', { expires_at: inHours(2) }), archived: true })
    const all = ['post out', 'post archived', 'post planned', 'expiry out', 'expiry planned']
    expect(await names(alice)).toEqual(all)
    api.turnClock(3 * hour)
    await archiveExpired(api.ctx)
    const items = (await read(alice)).flatMap((it) => it.items).filter((it) => it.kind === 'expiry')
    api.turnClock(-3 * hour)
    expect(items.map((it) => [it.text, it.is_past, it.visibility])).toEqual([
      ['out', true, 'public'],
      ['planned', false, 'public'],
    ])
  })

  it('has nothing that was deleted, taken back or revoked, and nothing of another creator', async () => {
    const bob = await makeCreator(api)
    await planPost(bob, 'not mine', inHours(1))
    await planBroadcast(bob, 'not mine', inHours(1))
    await makeLink(bob)
    await api.call(alice, posts.remove, { id: await planPost(alice, 'deleted', inHours(1)) })
    await api.call(alice, broadcasts.unsend, { id: await planBroadcast(alice, 'taken back', inHours(1)) })
    await api.call(alice, subscriptions.revokeOffer, { id: (await makeLink(alice)).data.id })
    expect(await read(alice)).toEqual([])
    expect((await names(bob)).length).toBe(3)
  })

  it('counts the media that are still there', async () => {
    const [stays, goes] = [await makePicture(api, alice), await makePicture(api, alice)]
    const planned = { media_ids: [stays, goes] }
    const post = { ...planned, text: 'post', visibility: 'followers', publish_at: inHours(1) } as const
    expect((await api.call(alice, posts.create, post)).status).toBe(201)
    const broadcast = { ...planned, content: 'broadcast', audience: 'followers', send_at: inHours(2) } as const
    expect((await api.call(alice, broadcasts.send, broadcast)).status).toBe(201)
    await api.call(alice, media.remove, { id: goes })
    const items = (await read(alice)).flatMap((it) => it.items)
    expect(items.map((it) => [it.kind, it.media])).toEqual([
      ['post', 1],
      ['broadcast', 1],
    ])
  })

  it('counts the days by the clocks of the time zone, on the day of a clock change too', async () => {
    // The next last Sunday of March: in Paris it has 23 hours, from 23:00 on Saturday to 22:00 on Sunday (UTC).
    const year = new Date(api.ctx.now()).getUTCFullYear() + 1
    const sunday = Array.from({ length: 7 }, (_, at) => addDays(`${year}-03-25`, at)).find(
      (day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 0,
    ) as string
    await planPost(alice, 'saturday', `${addDays(sunday, -1)}T22:59:59.999Z`)
    await planPost(alice, 'sunday begins', `${addDays(sunday, -1)}T23:00:00.000Z`)
    await planPost(alice, 'sunday ends', `${sunday}T21:59:59.999Z`)
    await planPost(alice, 'monday', `${sunday}T22:00:00.000Z`)
    const span = { from: sunday, days: 1, time_zone: 'Europe/Paris' }
    expect(await names(alice, span)).toEqual(['post sunday begins', 'post sunday ends'])
    const days = await read(alice, { ...span, from: addDays(sunday, -1), days: 3 })
    expect(days.map(({ day, items }) => [day, items.length])).toEqual([
      [addDays(sunday, -1), 1],
      [sunday, 2],
      [addDays(sunday, 1), 1],
    ])
    expect(await names(alice, { ...span, time_zone: 'UTC' })).toEqual(['post sunday ends', 'post monday'])
  })

  it('names the first of a full day, of all kinds, and counts the rest', async () => {
    const start = Date.parse(`${addDays(today(), 2)}T00:00:00Z`)
    const at = (minute: number) => new Date(start + minute * 60_000).toISOString()
    for (let minute = 0; minute < calendarPerDay; minute += 1) await planPost(alice, `${minute}`, at(minute))
    await planBroadcast(alice, 'early', at(0.5))
    await planBroadcast(alice, 'late', at(600))
    const [day] = await read(alice)
    expect(day?.items.length).toBe(calendarPerDay)
    expect(day?.items.slice(0, 3).map((it) => it.text)).toEqual(['0', 'early', '1'])
    expect(day?.more).toBe(2)
    const [whole] = await read(alice, { from: day?.day ?? '', days: 1 })
    expect([whole?.items.length, whole?.items.at(-1)?.text, whole?.more]).toEqual([calendarPerDay + 2, 'late', 0])
  })

  it.each([
    [{ days: 43 }],
    [{ days: 0 }],
    [{ from: '2026-02-30' }],
    [{ from: 'tomorrow' }],
    [{ time_zone: 'Mars/Olympus' }],
    [{ time_zone: "UTC' or true" }],
  ] as const)('refuses the span %j', async (span) => {
    const { status, refusal } = await api.call(alice, calendar.get, { ...here(), ...span })
    expect([status, refusal.error]).toEqual([400, 'invalid_input'])
  })

  it('answers six weeks', async () => {
    await planPost(alice, 'far', inHours(24 * 30))
    expect(await names(alice, { from: today(), days: 42 })).toEqual(['post far'])
  })

  it.each<[Flag[], string[]]>([
    [['can_social'], ['post']],
    [
      ['can_social', 'can_chat'],
      ['post', 'broadcast'],
    ],
    [
      ['can_social', 'can_payment'],
      ['post', 'offer'],
    ],
    [
      ['can_social', 'can_chat', 'can_payment'],
      ['post', 'broadcast', 'offer'],
    ],
  ])('shows an operator with %j only %j', async (flags, kinds) => {
    const agency = await makeAgency(api, rights(...flags))
    await planPost(agency.creator, 'post', inHours(1))
    await planBroadcast(agency.creator, 'broadcast', inHours(2))
    await makeLink(agency.creator)
    const operator = await actAs(api, agency.operator, agency.creator)
    expect((await read(operator)).flatMap((it) => it.items.map(({ kind }) => kind))).toEqual(kinds)
  })
})

describe('a planned post', () => {
  const move = (actor: Actor, id: string, moved_from: string, publish_at: string | null) =>
    api.call(actor, posts.update, { id, moved_from, publish_at })

  it('is moved, and back', async () => {
    const [first, second] = [inHours(1), inHours(30)]
    const id = await planPost(alice, 'moved', first)
    expect((await move(alice, id, first, second)).data.publish_at).toBe(second)
    expect((await move(alice, id, second, first)).data.publish_at).toBe(first)
  })

  it('is not moved from a time for which it is not planned, nor once it is out, nor into the past', async () => {
    const at = inHours(1)
    const id = await planPost(alice, 'stays', at)
    const refused = async (from: string, to: string | null, of = id) => (await move(alice, of, from, to)).refusal.error
    expect(await refused(inHours(2), inHours(3))).toBe('not_planned')
    expect(await refused(at, inHours(-1))).toBe('time_passed')
    expect(await refused(at, null)).toBe('time_passed')
    const draft = await api.call(alice, posts.create, { text: 'draft', visibility: 'public', draft: true })
    expect(await refused(at, inHours(3), draft.data.id)).toBe('not_planned')
    api.turnClock(2 * hour)
    expect(await refused(at, inHours(3))).toBe('not_planned')
    api.turnClock(-2 * hour)
    expect((await api.call(alice, posts.get, { id })).data.publish_at).toBe(at)
    const bob = await makeCreator(api)
    expect((await move(bob, id, at, inHours(3))).status).toBe(404)
  })
})

describe('a planned broadcast', () => {
  const move = (actor: Actor, id: string, moved_from: string, send_at: string) =>
    api.call(actor, broadcasts.move, { id, moved_from, send_at })

  it('is moved, and goes out at its new time', async () => {
    const fan = await api.makeUser()
    await follow(api, fan, alice)
    const [first, second] = [inHours(2), inHours(4)]
    const id = await planBroadcast(alice, 'hello', first)
    expect((await move(alice, id, first, second)).data.send_at).toBe(second)
    api.turnClock(3 * hour)
    await sendDue(api)
    expect(await readTexts(api, fan, alice)).toEqual([])
    api.turnClock(2 * hour)
    await sendDue(api)
    api.turnClock(-5 * hour)
    expect(await readTexts(api, fan, alice)).toEqual(['hello'])
  })

  it('is not moved from a time for which it is not planned, nor once it is due or sent, nor into the past', async () => {
    const at = inHours(1)
    const id = await planBroadcast(alice, 'stays', at)
    const refused = async (from: string, to: string) => (await move(alice, id, from, to)).refusal.error
    expect(await refused(inHours(2), inHours(3))).toBe('not_planned')
    expect(await refused(at, inHours(-1))).toBe('time_passed')
    api.turnClock(2 * hour)
    expect(await refused(at, inHours(3))).toBe('not_planned')
    await sendDue(api)
    expect(await refused(at, inHours(3))).toBe('not_planned')
    api.turnClock(-2 * hour)
    expect((await api.call(alice, broadcasts.get, { id })).data).toMatchObject({ send_at: at, status: 'sent' })
    const bob = await makeCreator(api)
    expect((await move(bob, id, at, inHours(3))).status).toBe(404)
  })
})
