import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { posts } from '../../../contract/posts.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { sendDue } from '../../../tests/support/broadcasts.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { rights } from '../../../tests/support/rights.ts'
import { type Listening, listen, type TestSocket } from '../../../tests/support/sockets.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { archiveExpired } from '../posts/jobs.ts'
import { notifySubscribersOfPosts } from '../posts/notify-subscribers.ts'

/** What the calendar moves beside posts and broadcasts, and who learns of a change (product §75). */
const api = testApi()
let alice: Actor
beforeEach(async () => {
  alice = await makeCreator(api)
})

const hour = 3_600_000
const inHours = (count: number) => new Date(api.ctx.now() + count * hour).toISOString()

describe('the end of a post', () => {
  const write = async (writing: object) =>
    (await api.call(alice, posts.create, { text: 'x', visibility: 'public', ...writing })).data.id
  const move = (id: string, end_moved_from: string, expires_at: string | null, who = alice) =>
    api.call(who, posts.update, { id, expires_at, end_moved_from })

  it('is moved and back, of a post that is out and of a planned one', async () => {
    const [first, second] = [inHours(5), inHours(50)]
    for (const writing of [{}, { publish_at: inHours(2) }]) {
      const id = await write({ expires_at: first, ...writing })
      expect((await move(id, first, second)).data.expires_at).toBe(second)
      expect((await move(id, second, first)).data.expires_at).toBe(first)
    }
  })

  it('is not moved from another end, into the past, too close to the beginning, or once it is over', async () => {
    const at = inHours(5)
    const id = await write({ publish_at: inHours(2), expires_at: at })
    const refused = async (from: string, to: string | null, of = id) => (await move(of, from, to)).refusal.error
    expect(await refused(inHours(6), inHours(7))).toBe('not_planned')
    expect(await refused(at, inHours(-1))).toBe('time_passed')
    expect(await refused(at, null)).toBe('time_passed')
    expect(await refused(at, inHours(2.5))).toBe('expires_too_soon')
    expect(await refused(at, inHours(7), await write({ draft: true, expires_at: at }))).toBe('not_planned')
    const archived = await write({ expires_at: at })
    await api.call(alice, posts.update, { id: archived, archived: true })
    expect(await refused(at, inHours(7), archived)).toBe('not_planned')
    expect((await move(id, at, inHours(7), await makeCreator(api))).status).toBe(404)
    api.turnClock(6 * hour)
    expect(await refused(at, inHours(7))).toBe('not_planned')
    api.turnClock(-6 * hour)
  })
})

describe('the end of a link', () => {
  const make = async () =>
    (await api.call(alice, subscriptions.makeOffer, { kind: 'trial', days: 7, expires_in_days: 1 })).data
  const move = (id: string, moved_from: string, expires_at: string, who = alice) =>
    api.call(who, subscriptions.moveOffer, { id, moved_from, expires_at })
  const endOf = async () => (await api.call(alice, subscriptions.offers, {})).data.data[0]?.expires_at

  it('is moved, and back', async () => {
    const { id, expires_at: first } = await make()
    const second = inHours(80)
    expect((await move(id, first ?? '', second)).data.expires_at).toBe(second)
    expect(await endOf()).toBe(second)
    await move(id, second, first ?? '')
    expect(await endOf()).toBe(first)
  })

  it('is not moved from another end, into the past, or once it is over or revoked', async () => {
    const { id, expires_at } = await make()
    const at = expires_at ?? ''
    const refused = async (from: string, to: string) => (await move(id, from, to)).refusal.error
    expect(await refused(inHours(6), inHours(7))).toBe('not_planned')
    expect(await refused(at, inHours(-1))).toBe('time_passed')
    expect((await move(id, at, inHours(7), await makeCreator(api))).status).toBe(404)
    api.turnClock(25 * hour)
    expect(await refused(at, inHours(7))).toBe('not_planned')
    api.turnClock(-25 * hour)
    await api.call(alice, subscriptions.revokeOffer, { id })
    expect(await refused(at, inHours(7))).toBe('not_planned')
  })
})

describe('who has the calendar open', () => {
  let live: Listening
  beforeEach(async () => {
    live = await listen(api)
  })
  afterEach(() => live.close())
  const next = (socket: TestSocket) => socket.next('calendar_changed').then(({ kind }) => kind)

  it('learns of everything that is planned, moved, cancelled and sent', async () => {
    const own = await live.connect(alice)
    const [post, later] = [{ text: 'x', visibility: 'public' as const, publish_at: inHours(2) }, inHours(3)]
    const { id } = (await api.call(alice, posts.create, post)).data
    expect(await next(own)).toBe('post')
    await api.call(alice, posts.update, { id, publish_at: later, moved_from: post.publish_at })
    expect(await next(own)).toBe('post')
    const sent = { content: 'x', audience: 'followers' as const, send_at: inHours(2) }
    const broadcast = (await api.call(alice, broadcasts.send, sent)).data.id
    expect(await next(own)).toBe('broadcast')
    await api.call(alice, broadcasts.move, { id: broadcast, send_at: later, moved_from: sent.send_at })
    expect(await next(own)).toBe('broadcast')
    const offer = (await api.call(alice, subscriptions.makeOffer, { kind: 'trial', days: 7, expires_in_days: 1 })).data
    expect(await next(own)).toBe('offer')
    await api.call(alice, subscriptions.moveOffer, {
      ...{ id: offer.id, moved_from: offer.expires_at ?? '', expires_at: inHours(80) },
    })
    expect(await next(own)).toBe('offer')
    await api.call(alice, subscriptions.revokeOffer, { id: offer.id })
    expect(await next(own)).toBe('offer')
    api.turnClock(4 * hour)
    await notifySubscribersOfPosts(api.ctx)
    expect(await next(own)).toBe('post')
    await sendDue(api)
    expect(await next(own)).toBe('broadcast')
    const ending = { text: 'ends', visibility: 'public' as const, expires_at: inHours(2) }
    await api.call(alice, posts.create, ending)
    expect(await next(own)).toBe('post')
    api.turnClock(3 * hour)
    await archiveExpired(api.ctx)
    api.turnClock(-7 * hour)
    expect(await next(own)).toBe('post')
    own.close()
  })

  it('learns only of what their flags open, and nothing of another creator', async () => {
    const { operator, creator } = await makeAgency(api, rights('can_social', 'can_chat'))
    const [acting, other, own] = [
      await live.connect(await actAs(api, operator, creator)),
      await live.connect(alice),
      await live.connect(creator),
    ]
    await api.call(creator, subscriptions.makeOffer, { kind: 'trial', days: 7, expires_in_days: 1 })
    await api.call(creator, broadcasts.send, { content: 'x', audience: 'followers', send_at: inHours(2) })
    expect([await next(own), await next(own), await next(acting)]).toEqual(['offer', 'broadcast', 'broadcast'])
    expect(other.received.filter((it) => it.type === 'calendar_changed')).toEqual([])
    for (const socket of [acting, other, own]) socket.close()
  })
})
