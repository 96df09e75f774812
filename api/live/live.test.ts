import { connect as connectTcp, type Socket } from 'node:net'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { WebSocket } from 'ws'
import { chat } from '../../contract/chat.ts'
import { newId } from '../db/ids.ts'
import { agencies, agencyActs, agencyCreators, agencyGrants, agencyMembers } from '../db/schema/agencies.ts'
import { sessions } from '../db/schema/identity.ts'
import { liveEvents } from '../db/schema/chat.ts'
import { notify } from '../domains/notifications/notify.ts'
import { type Actor, openTestApi, type TestApi } from '../../tests/support/api.ts'
import { connect, type Listening, listen, Refusal, within } from '../../tests/support/sockets.ts'

let api: TestApi
let live: Listening
beforeAll(async () => {
  api = await openTestApi()
  live = await listen(api)
})
afterAll(async () => {
  await live.close()
  await api.close()
})

const send = async (who: Actor, to: Actor, content: string, more = {}) =>
  (await api.call(who, chat.send, { receiver_id: to.id, content, ...more })).data
const pair = async () => [await api.makeUser(), await api.makeUser()] as const

describe('the door', () => {
  it('wants a session, our own pages and the path /ws', async () => {
    const bob = await api.makeUser()
    const refused = (promise: Promise<unknown>) =>
      promise.then(
        () => 0,
        (error: unknown) => (error instanceof Refusal ? error.status : -1),
      )
    expect(await refused(live.connect(null))).toBe(401)
    expect(await refused(live.connect({ ...bob, cookie: 'fanfare.session_token=forged.signature' }))).toBe(401)
    for (const origin of ['https://evil.test', 'null', 'http://localhost:9', 'http://localhost.evil.test']) {
      expect(await refused(live.connect(bob, { origin })), origin).toBe(403)
    }
    expect(await refused(live.connect(await api.makeUser({ username: null })))).toBe(403)
    expect(await refused(connect(`ws://127.0.0.1:${live.port}/wss`, { cookie: bob.cookie }))).toBe(404)
    const socket = await live.connect(bob)
    socket.close()
    expect((await socket.closed).code).toBe(1005)
  })
})

describe('what is told', () => {
  it('tells both sides of a message the same, with its number and the client_id', async () => {
    const [bob, frank] = await pair()
    const [of, at] = [await live.connect(bob), await live.connect(frank)]
    const message = await send(bob, frank, 'hello', { client_id: 'c1' })
    const [told, echo] = [await at.next('new_message'), await of.next('new_message')]
    expect(told).toMatchObject({
      sender: { id: bob.id, username: bob.username },
      seq: 1,
      session_id: message.session_id,
      message,
    })
    expect(echo.message.client_id).toBe('c1')
    of.close()
    at.close()
  })

  it('tells likes, tombstones and receipts to both, and counts down the unread', async () => {
    const [bob, frank] = await pair()
    const at = await live.connect(frank)
    const of = await live.connect(bob)
    const first = await send(bob, frank, 'one')
    const second = await send(bob, frank, 'two')
    await api.call(bob, chat.like, { id: first.id })
    expect((await at.next('message_updated')).message).toMatchObject({ id: first.id, likes: 1, liked: false })
    expect((await of.next('message_updated')).message).toMatchObject({ likes: 1, liked: true })
    at.say({ type: 'read_receipt', message_id: first.id })
    expect(await of.next('read')).toMatchObject({ reader_id: frank.id, message_id: first.id, seq: 1 })
    expect((await api.call(frank, chat.sessions, {})).data.data[0]).toMatchObject({ unread_count: 1, read_seq: 1 })
    expect(
      (await api.call(bob, chat.messages, { userId: frank.id })).data.data.map((it) => it.read_at !== null),
    ).toEqual([false, true])
    await api.call(bob, chat.remove, { id: second.id })
    expect(await at.next('message_deleted')).toMatchObject({ message_id: second.id, seq: 2 })
    of.close()
    at.close()
  })

  it('takes no receipt for a message of others, nor typing to those one may not write to', async () => {
    const [bob, frank] = await pair()
    const [alice, mallory] = [await api.makeUser({ isCreator: true }), await api.makeUser()]
    const { id } = await send(bob, frank, 'x')
    const [atAlice, atFrank, ofMallory] = [
      await live.connect(alice),
      await live.connect(frank),
      await live.connect(mallory),
    ]
    ofMallory.say({ type: 'read_receipt', message_id: id })
    ofMallory.say({ type: 'typing', receiver_id: alice.id, is_typing: true })
    ofMallory.say({ type: 'typing', receiver_id: frank.id, is_typing: true })
    expect(await atFrank.next('typing')).toMatchObject({ sender_id: mallory.id, is_typing: true })
    await atAlice.settled()
    expect(atAlice.heard).toEqual([])
    expect((await api.call(frank, chat.sessions, {})).data.data[0]?.unread_count).toBe(1)
    for (const socket of [atAlice, atFrank, ofMallory]) socket.close()
  })

  it('tells those one writes with that one is here', async () => {
    const [bob, frank] = await pair()
    await send(bob, frank, 'x')
    const of = await live.connect(bob)
    const at = await live.connect(frank)
    expect(await of.next('presence')).toMatchObject({ user_id: frank.id, online: true })
    expect((await api.call(bob, chat.sessions, { filter: 'online' })).data.data).toHaveLength(1)
    of.close()
    at.close()
  })
})

describe('after a gap', () => {
  it('tells what was missed, as it looks now', async () => {
    const [bob, frank] = await pair()
    const first = await live.connect(frank)
    await send(bob, frank, 'before')
    const { id: last } = await first.next('new_message')
    first.close()
    await first.closed
    await send(bob, frank, 'missed')
    const gone = await send(bob, frank, 'missed and deleted')
    await api.call(bob, chat.remove, { id: gone.id })
    const second = await live.connect(frank)
    second.say({ type: 'resume', after: last })
    const seen = [await second.next('new_message'), await second.next('new_message')].map((it) => [
      it.seq,
      it.message.content,
      it.message.deleted,
    ])
    expect(seen).toEqual([
      [2, 'missed', false],
      [3, '', true],
    ])
    expect(await second.next('resumed')).toMatchObject({ complete: true })
    second.close()
  })

  it('says when it was too long', async () => {
    const frank = await api.makeUser()
    const socket = await live.connect(frank)
    for (const after of [null, 'nonsense', '00000000-0000-7000-8000-000000000000']) {
      socket.say({ type: 'resume', after })
      expect(await socket.next('resumed')).toMatchObject({ complete: false })
    }
    socket.close()
  })

  it('keeps no address and no text of a message in what it recorded', async () => {
    const [bob, frank] = await pair()
    const { id } = await send(bob, frank, 'very private')
    await api.call(frank, chat.like, { id })
    const rows = await api.db.select().from(liveEvents).where(eq(liveEvents.userId, frank.id))
    expect(rows.map((it) => it.type).sort()).toEqual(['message_updated', 'new_message'])
    expect(JSON.stringify(rows)).not.toContain('very private')
  })
})

describe('losing access', () => {
  it('closes the sockets of a session that ended, within two seconds', async () => {
    const bob = await api.makeUser()
    const socket = await live.connect(bob)
    await api.db.delete(sessions).where(eq(sessions.id, bob.sessionId))
    expect(await socket.next('session_revoked')).toMatchObject({ reason: 'session_ended' })
    expect((await within(socket.closed, 'close', 2_500)).code).toBe(4001)
  })

  it('closes them at once when told to', async () => {
    const bob = await api.makeUser()
    const socket = await live.connect(bob)
    api.on.live.revoke({ sessionId: bob.sessionId }, 'acting_started')
    expect(await within(socket.closed, 'close', 500)).toEqual({ code: 4001, reason: 'acting_started' })
  })

  it('tells an operator only what the flags open, and ends with the grant', async () => {
    const [alice, fiona, olivia] = [await api.makeUser({ isCreator: true }), await api.makeUser(), await api.makeUser()]
    const grantId = await actAs(olivia, alice, { canChat: true, canMedias: true })
    const [ofOlivia, ofAlice] = [await live.connect(olivia), await live.connect(alice)]
    await send(alice, fiona, 'hi')
    expect((await ofOlivia.next('new_message')).message.content).toBe('hi')
    const tells = await Promise.all([
      api.on.live.record(api.db, [{ userId: alice.id, type: 'balance', payload: { coins: 5 } }]),
      notify(api.db, api.on, { userId: alice.id, type: 'new_follower', actorId: fiona.id, object: null }),
      notify(api.db, api.on, {
        userId: alice.id,
        type: 'tip_received',
        actorId: fiona.id,
        object: null,
        amountCents: 500,
      }),
      notify(api.db, api.on, { userId: alice.id, type: 'message_like', actorId: fiona.id, object: null }),
    ])
    for (const tell of tells) tell()
    expect(await ofOlivia.next('new_notification')).toMatchObject({ kind: 'message_like' })
    for (let i = 0; i < 3; i++) await ofAlice.next('new_notification')
    await ofOlivia.settled()
    expect(ofOlivia.heard.filter((it) => it.type !== 'presence')).toEqual([])
    await api.db.update(agencyGrants).set({ canChat: false }).where(eq(agencyGrants.id, grantId))
    await new Promise((resolve) => setTimeout(resolve, 600))
    await send(alice, fiona, 'not for olivia')
    await api.db.update(agencyGrants).set({ revokedAt: new Date() }).where(eq(agencyGrants.id, grantId))
    expect((await within(ofOlivia.closed, 'close', 2_500)).code).toBe(4001)
    expect(ofOlivia.heard.filter((it) => it.type === 'new_message')).toEqual([])
    ofAlice.close()
  })

  it('writes an operator’s message down as the team’s, with its line in the log', async () => {
    const [alice, fiona, olivia] = [await api.makeUser({ isCreator: true }), await api.makeUser(), await api.makeUser()]
    await actAs(olivia, alice, { canChat: true })
    expect(await send(olivia, fiona, 'from the team')).toMatchObject({ sender: { id: alice.id }, author: 'team' })
    expect((await api.call(olivia, chat.send, { receiver_id: fiona.id, media_ids: [newId()] })).refusal).toMatchObject({
      flag: 'can_medias',
    })
    expect((await api.call(olivia, chat.sessions, { mode: 'creator', sort: 'top_spenders' })).refusal).toMatchObject({
      flag: 'can_payment',
    })
    expect((await api.call(olivia, chat.sessions, { mode: 'creator', filter: 'followers' })).refusal).toMatchObject({
      flag: 'can_social',
    })
    const acts = await api.db.select().from(agencyActs).where(eq(agencyActs.actorId, olivia.id))
    expect(acts.map((it) => [it.action, it.subjectId, it.objectKind])).toEqual([['chat.send', alice.id, 'message']])
  })
})

describe('abuse', () => {
  it('shows out who does not speak the protocol, and lives', async () => {
    const bob = await api.makeUser()
    const bad: [string, (ws: WebSocket) => void, number][] = [
      ['no JSON', (ws) => ws.send('{'), 1008],
      ['a number', (ws) => ws.send('1'), 1008],
      ['no type', (ws) => ws.send('{}'), 1008],
      ['a wrong frame', (ws) => ws.send('{"type":"typing","receiver_id":1}'), 1008],
      ['binary', (ws) => ws.send(randomBytes(8)), 1008],
      ['too large', (ws) => ws.send('x'.repeat(65_537)), 1009],
    ]
    for (const [name, act, code] of bad) {
      const socket = await live.connect(bob)
      act(socket.ws)
      expect((await within(socket.closed, name)).code, name).toBe(code)
    }
    const socket = await live.connect(bob)
    socket.say({ type: 'of_a_later_version' })
    socket.say({ type: 'read_receipt', message_id: 'nonsense' })
    socket.say({ type: 'typing', receiver_id: '\u0000', is_typing: true })
    await socket.settled()
    expect(socket.ws.readyState).toBe(WebSocket.OPEN)
    for (let i = 0; i < 2_000; i++) socket.say({ type: 'typing', receiver_id: bob.id, is_typing: true })
    expect((await within(socket.closed, 'flood')).code).toBe(1008)
  })

  it('survives raw frames: unmasked, fragments, giant lengths, bad UTF-8, noise', async () => {
    const bob = await api.makeUser()
    const mask = Buffer.from([1, 2, 3, 4])
    const masked = (first: number, payload: Buffer) =>
      Buffer.concat([
        Buffer.from([first, 0x80 | payload.length]),
        mask,
        payload.map((byte, i) => byte ^ (mask[i % 4] ?? 0)),
      ])
    const frames: [string, Buffer][] = [
      ['unmasked', Buffer.from([0x81, 0x02, 0x7b, 0x7d])],
      ['bad UTF-8', masked(0x81, Buffer.from([0xc3, 0x28]))],
      ['reserved bits', masked(0xf1, Buffer.from('{}'))],
      ['unknown opcode', masked(0x83, Buffer.from('{}'))],
      ['a continuation of nothing', masked(0x80, Buffer.from('{}'))],
      ['a fragmented ping', masked(0x09, Buffer.from('x'))],
      ['a giant length', Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4])],
      ['2^63', Buffer.from([0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4])],
      ['a close with half a code', masked(0x88, Buffer.from([3]))],
      ['a close with a forbidden code', masked(0x88, Buffer.from([0x03, 0xed]))],
    ]
    for (const [name, frame] of frames) {
      const stream = await upgrade(bob)
      stream.write(frame)
      await within(new Promise((resolve) => stream.once('close', resolve)), name)
    }
    // Fragments that never end stop at the limit of a frame.
    const endless = await upgrade(bob)
    endless.write(masked(0x01, Buffer.alloc(100, 0x20)))
    const piece = masked(0x00, Buffer.alloc(100, 0x20))
    for (let i = 0; i < 800; i++) endless.write(piece)
    await within(new Promise((resolve) => endless.once('close', resolve)), 'endless fragments')
    for (let round = 0; round < 50; round++) {
      const stream = await upgrade(bob)
      for (let i = 0; i < 20; i++) stream.write(randomBytes(1 + ((round * 20 + i) % 200)))
      stream.destroy()
    }
    const socket = await live.connect(bob)
    await socket.settled()
    socket.close()
  })

  it('survives who leaves in the middle of the handshake', async () => {
    const bob = await api.makeUser()
    for (let i = 0; i < 30; i++) {
      const stream = connectTcp(live.port, '127.0.0.1')
      stream.on('error', () => undefined)
      stream.write(handshake(bob).slice(0, 40 + i * 10))
      stream.destroy()
      const abrupt = connectTcp(live.port, '127.0.0.1')
      abrupt.on('error', () => undefined)
      abrupt.write(handshake(bob))
      setImmediate(() => abrupt.resetAndDestroy())
    }
    const socket = await live.connect(bob)
    await socket.settled()
    socket.close()
  })
})

const handshake = (actor: Actor) =>
  `GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
  `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nOrigin: ${api.on.env.PUBLIC_ORIGIN}\r\nCookie: ${actor.cookie}\r\n\r\n`

async function upgrade(actor: Actor): Promise<Socket> {
  const stream = connectTcp(live.port, '127.0.0.1')
  stream.on('error', () => undefined)
  stream.write(handshake(actor))
  await within(new Promise<void>((resolve) => stream.once('data', () => resolve())), 'upgrade')
  return stream
}

/** Puts an operator's session under a grant, without the ceremony. */
async function actAs(
  operator: Actor,
  target: Actor,
  flags: { canChat?: boolean; canMedias?: boolean },
): Promise<string> {
  const [agencyId, memberId, linkId, grantId] = [newId(), newId(), newId(), newId()]
  const all = {
    canChat: true,
    canPayment: true,
    canMedias: true,
    canProfile: true,
    canSocial: true,
    showInAnalytics: true,
  }
  await api.db.insert(agencies).values({ id: agencyId, name: 'Agency' })
  await api.db.insert(agencyMembers).values({ id: memberId, agencyId, userId: operator.id, role: 'owner' })
  await api.db.insert(agencyCreators).values({ id: linkId, agencyId, userId: target.id, status: 'active', ...all })
  await api.db
    .insert(agencyGrants)
    .values({ id: grantId, agencyId, memberId, creatorLinkId: linkId, showInAnalytics: false, ...flags })
  await api.db
    .update(sessions)
    .set({ actingGrantId: grantId, actingSince: new Date() })
    .where(eq(sessions.id, operator.sessionId))
  return grantId
}
