import { randomBytes } from 'node:crypto'
import { connect as connectTcp } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { chat } from '../../../contract/chat.ts'
import { closeCodes } from '../../../contract/live.ts'
import { users } from '../../../contract/users.ts'
import { actAs, allFlags, makeAgency, only } from '../../../tests/support/agency.ts'
import { openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { type Listening, listen, within } from '../../../tests/support/sockets.ts'
import { features } from '../../features.ts'
import { createApp } from '../../http/app.ts'
import { openLive } from '../../live/hub.ts'

/**
 * Two nodes over one database: access that ends on one is gone on the other, for requests and sockets alike. Where a
 * Redis is at hand they are joined by it; without one each node finds out for itself, which the promise of two seconds
 * covers as well (SAFETY, losing access is at once).
 */
const redis = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'

describe.each([
  ['joined by Redis', true],
  ['each for itself', false],
])('two nodes, %s', (_name, wantsRedis) => {
  let one: TestApi
  let two: TestApi
  let oneLive: Listening
  let twoLive: Listening
  let closeTwo: () => Promise<void>
  let joined = false

  beforeAll(async () => {
    joined = wantsRedis && (await answers(redis))
    // Channels are named after people, and these people are new.
    const env: Record<string, string> = joined ? { REDIS_URL: redis } : {}
    one = await openTestApi({ env })
    const live = await openLive({ db: one.db, env: one.on.env })
    const on = { ...one.on, live }
    const app = createApp(on, features(on))
    two = { ...one, on, app }
    oneLive = await listen(one)
    twoLive = await listen(two)
    closeTwo = () => live.close()
  })
  afterAll(async () => {
    await oneLive.close()
    await twoLive.close()
    await closeTwo()
    await one.close()
  })

  const ways: [string, (it: Awaited<ReturnType<typeof makeAgency>>) => Promise<unknown>][] = [
    ['the creator ends the access', (it) => one.call(it.creator, agencies.endAccess, { grantId: it.grantId })],
    [
      'a flag is taken away',
      (it) => one.call(it.owner, agencies.putGrant, { ...it.place, permissions: only('can_medias') }),
    ],
    [
      'the ceiling is lowered',
      (it) => one.call(it.creator, agencies.setCeiling, { id: it.linkId, ceiling: only('can_medias') }),
    ],
    [
      'the member is removed',
      (it) => one.call(it.owner, agencies.removeMember, { id: it.agencyId, memberId: it.memberId }),
    ],
    ['the agency is dissolved', (it) => one.call(it.owner, agencies.dissolve, { id: it.agencyId })],
    ['the target blocks', (it) => one.call(it.creator, users.block, { id: it.operator.id })],
  ]
  it.each(ways)('%s on one node: refused and closed on the other within two seconds', async (way, end) => {
    const it = await makeAgency(one, allFlags)
    const browser = await actAs(one, it.operator, it.creator)
    const socket = await twoLive.connect(browser)
    const own = await twoLive.connect(it.creator)
    const began = Date.now()
    await end(it)
    const refused = await fetch(`http://127.0.0.1:${twoLive.port}/api/chat/sessions`, {
      headers: { cookie: browser.cookie },
    })
    expect([401, 403]).toContain(refused.status)
    expect(await refused.json()).toMatchObject({ shouldLogout: true })
    // A flag taken away closes the socket where the nodes are joined, and its events at once everywhere.
    const keepsGrant = way.includes('flag') || way.includes('ceiling')
    if (!keepsGrant || joined) {
      expect(await socket.next('session_revoked')).toMatchObject({ reason: 'permission_denied' })
      expect((await within(socket.closed, 'close')).code).toBe(closeCodes.revoked)
      expect(Date.now() - began).toBeLessThan(2_500)
    }
    // The creator's own socket has nothing to do with it.
    expect(own.ws.readyState).toBe(own.ws.OPEN)
    socket.close()
    own.close()
  })

  it('starting and stopping close the sockets of that browser session, and no others', async () => {
    const it = await makeAgency(one, allFlags)
    const elsewhere = await oneLive.connect(it.operator)
    const browser = await actAs(one, it.operator, it.creator)
    const asTarget = await twoLive.connect(browser)
    const stopped = await fetch(`http://127.0.0.1:${oneLive.port}/api/agencies/stop-impersonation`, {
      method: 'POST',
      headers: { cookie: browser.cookie },
    })
    expect(stopped.status).toBe(200)
    expect((await within(asTarget.closed, 'close')).code).toBe(closeCodes.revoked)
    expect(elsewhere.ws.readyState).toBe(elsewhere.ws.OPEN)
    elsewhere.close()
  })

  it('an operator without can_chat hears nothing of the chat', async () => {
    const it = await makeAgency(one, only('can_medias', 'can_social'))
    const fan = await one.makeUser()
    const browser = await actAs(one, it.operator, it.creator)
    const socket = await twoLive.connect(browser)
    await one.call(it.creator, chat.send, { receiver_id: fan.id, content: randomBytes(4).toString('hex') })
    await one.call(fan, chat.messages, { userId: it.creator.id })
    await new Promise((resolve) => setTimeout(resolve, 400))
    await socket.settled()
    expect(socket.heard).toEqual([])
    socket.close()
  })
})

function answers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connectTcp({ host: hostname, port: Number(port || 6379), timeout: 500 })
    const say = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.once('connect', () => say(true))
    socket.once('error', () => say(false))
    socket.once('timeout', () => say(false))
  })
}
