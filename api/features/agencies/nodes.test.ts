import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { chat } from '../../../contract/chat.ts'
import { closeCodes } from '../../../contract/live.ts'
import { users } from '../../../contract/users.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import { openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { redisAtHand } from '../../../tests/support/redis.ts'
import { allRights, rights } from '../../../tests/support/rights.ts'
import { type Listening, listen, within } from '../../../tests/support/sockets.ts'
import { features } from '../../features.ts'
import { readViewer } from '../../identity/viewer.ts'
import { uploads as uploadRows } from '../../platform/db/schema/media.ts'
import { createApp } from '../../platform/http/create-app.ts'
import { openLive } from '../../platform/live/hub.ts'
import { readAcquaintances } from '../chat/live.ts'
import { openUploads, type Uploads } from '../uploads/server.ts'

/**
 * Two nodes over one database: access that ends on one node ends on the other too, for requests and sockets. With a
 * Redis the nodes are joined by it; without one each node finds out on its own, also within the promised two seconds
 * (safety §P7).
 */
describe.each([
  ['joined by Redis', true],
  ['each for itself', false],
])('two nodes, %s', (_name, wantsRedis) => {
  let one: TestApi
  let two: TestApi
  let oneLive: Listening
  let twoLive: Listening
  let closeTwo: () => Promise<void>
  let uploads: Uploads
  let isJoined: boolean

  beforeAll(async () => {
    const redis = wantsRedis ? await redisAtHand() : null
    isJoined = redis !== null
    // Channels are named after users, and these users are new.
    const env: Record<string, string> = redis === null ? {} : { REDIS_URL: redis }
    one = await openTestApi({ env })
    // Without Redis the second node checks rights at an interval, on a clock that the tests advance.
    if (!isJoined) vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const live = await openLive({ db: one.db, env: one.ctx.env, readAcquaintances })
    const on = { ...one.ctx, live }
    uploads = openUploads(on)
    const app = createApp(on, readViewer, features(on), (it) => uploads.mount(it))
    two = { ...one, ctx: on, app }
    oneLive = await listen(one)
    twoLive = await listen(two)
    closeTwo = () => live.close()
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(async () => {
    vi.useRealTimers()
    await oneLive.close()
    await twoLive.close()
    await closeTwo()
    await one.close()
  })

  const lockOf = async (id: string) =>
    (await one.db.select().from(uploadRows).where(eq(uploadRows.id, id)))[0]?.lockedBy ?? null

  const endings: [string, (it: Awaited<ReturnType<typeof makeAgency>>) => Promise<unknown>][] = [
    ['the creator ends the access', (it) => one.call(it.creator, agencies.endAccess, { grantId: it.grantId })],
    [
      'a flag is taken away',
      (it) => one.call(it.owner, agencies.putGrant, { ...it.place, permissions: rights('can_medias') }),
    ],
    [
      'the ceiling is lowered',
      (it) => one.call(it.creator, agencies.setCeiling, { id: it.linkId, ceiling: rights('can_medias') }),
    ],
    [
      'the member is removed',
      (it) => one.call(it.owner, agencies.removeMember, { id: it.agencyId, memberId: it.memberId }),
    ],
    ['the agency is dissolved', (it) => one.call(it.owner, agencies.dissolve, { id: it.agencyId })],
    ['the target blocks', (it) => one.call(it.creator, users.block, { id: it.operator.id })],
  ]
  /** The same for the right to media. */
  const uploadEndings: typeof endings = [
    ...endings.filter(([ending]) => !ending.includes('flag') && !ending.includes('ceiling')),
    [
      'a flag is taken away',
      (it) => one.call(it.owner, agencies.putGrant, { ...it.place, permissions: rights('can_chat') }),
    ],
    [
      'the ceiling is lowered',
      (it) => one.call(it.creator, agencies.setCeiling, { id: it.linkId, ceiling: rights('can_chat') }),
    ],
  ]
  it.each(endings)('%s on one node: refused and closed on the other within two seconds', async (_way, end) => {
    const agency = await makeAgency(one, allRights)
    const browser = await actAs(one, agency.operator, agency.creator)
    const socket = await twoLive.connect(browser)
    const own = await twoLive.connect(agency.creator)
    await end(agency)
    if (!isJoined) vi.advanceTimersByTime(2_000)
    const refused = await fetch(`http://127.0.0.1:${twoLive.port}/api/chat/sessions`, {
      headers: { cookie: browser.cookie },
    })
    expect([401, 403]).toContain(refused.status)
    expect(await refused.json()).toMatchObject({ shouldLogout: true })
    expect(await socket.next('session_revoked')).toMatchObject({ reason: 'permission_denied' })
    expect((await within(socket.closed, 'close')).code).toBe(closeCodes.revoked)
    // The creator's own socket stays open.
    expect(own.ws.readyState).toBe(own.ws.OPEN)
    socket.close()
    own.close()
  })

  it.each(uploadEndings)('%s on one node: an upload in progress on the other is aborted', async (_way, end) => {
    const place = await makeAgency(one, allRights)
    const browser = await actAs(one, place.operator, place.creator)
    const url = `http://127.0.0.1:${twoLive.port}/api/uploads`
    const headers = { cookie: browser.cookie, 'tus-resumable': '1.0.0' }
    const begun = await fetch(url, { method: 'POST', headers: { ...headers, 'upload-length': '5000000' } })
    expect(begun.status).toBe(201)
    const own = new URL(begun.headers.get('location') ?? '', url).href
    let sendRest: () => void = () => undefined
    const accessEnded = new Promise<void>((resolve) => (sendRest = resolve))
    const body = new ReadableStream<Uint8Array>({
      start: (out) => out.enqueue(new Uint8Array(1_000)),
      async pull(out) {
        await accessEnded
        out.enqueue(new Uint8Array(1_000))
        await new Promise(setImmediate)
      },
    })
    const patch = { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    const answer = fetch(own, { method: 'PATCH', headers: patch, body, duplex: 'half' } as RequestInit).then(
      (it) => it.status,
      () => 'cut' as const,
    )
    // The request holds the lock of the upload from when its body is read.
    await expect.poll(() => lockOf(own.split('/').at(-1) ?? '')).not.toBeNull()
    await end(place)
    const realNow = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 2_000)
    sendRest()
    expect([401, 403, 'cut']).toContain(await within(answer, 'end of the upload'))
    expect([401, 403]).toContain((await fetch(own, { method: 'HEAD', headers })).status)
  })

  it('starting and stopping close the sockets of that browser session only', async () => {
    const agency = await makeAgency(one, allRights)
    const elsewhere = await oneLive.connect(agency.operator)
    const browser = await actAs(one, agency.operator, agency.creator)
    const asTarget = await twoLive.connect(browser)
    const stopped = await fetch(`http://127.0.0.1:${oneLive.port}/api/agencies/stop-impersonation`, {
      method: 'POST',
      headers: { cookie: browser.cookie },
    })
    expect(stopped.status).toBe(200)
    if (!isJoined) vi.advanceTimersByTime(2_000)
    expect((await within(asTarget.closed, 'close')).code).toBe(closeCodes.revoked)
    expect(elsewhere.ws.readyState).toBe(elsewhere.ws.OPEN)
    elsewhere.close()
  })

  it('sends no chat events to an operator without can_chat', async () => {
    const agency = await makeAgency(one, rights('can_medias', 'can_social'))
    const fan = await one.makeUser()
    const browser = await actAs(one, agency.operator, agency.creator)
    // Nodes that no Redis joins share no events.
    const socket = await (isJoined ? twoLive : oneLive).connect(browser)
    await one.call(agency.creator, chat.send, { receiver_id: fan.id, content: randomBytes(4).toString('hex') })
    await one.call(fan, chat.messages, { userId: agency.creator.id })
    // Events arrive in order, so the message would have come before the follower.
    await one.call(fan, users.follow, { id: agency.creator.id })
    expect(await socket.next('new_notification')).toMatchObject({ kind: 'new_follower' })
    expect(socket.received).toEqual([])
    socket.close()
  })
})
