import { randomBytes } from 'node:crypto'
import { connect as connectTcp, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { Actor } from '../../../tests/support/api.ts'
import { connect, Refusal, within } from '../../../tests/support/sockets.ts'
import { listeningApi } from '../../../tests/support/test-api.ts'

const { api, live } = listeningApi()

describe('the upgrade to a socket', () => {
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
    socket.send({ type: 'of_a_later_version' })
    socket.send({ type: 'read_receipt', message_id: 'nonsense' })
    socket.send({ type: 'typing', receiver_id: '\u0000', is_typing: true })
    await socket.roundTrip()
    expect(socket.ws.readyState).toBe(WebSocket.OPEN)
    for (let i = 0; i < 2_000; i++) socket.send({ type: 'typing', receiver_id: bob.id, is_typing: true })
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
    await socket.roundTrip()
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
    await socket.roundTrip()
    socket.close()
  })
})

const handshake = (actor: Actor) =>
  `GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
  `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nOrigin: ${api.ctx.env.PUBLIC_ORIGIN}\r\nCookie: ${actor.cookie}\r\n\r\n`

async function upgrade(actor: Actor): Promise<Socket> {
  const stream = connectTcp(live.port, '127.0.0.1')
  stream.on('error', () => undefined)
  stream.write(handshake(actor))
  await within(new Promise<void>((resolve) => stream.once('data', () => resolve())), 'upgrade')
  return stream
}
