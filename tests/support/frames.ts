import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'

/** The address, and the headers of the handshake (`Cookie: …`, `Origin: …`). */
export type Target = { port: number; headers: string }
export type Abuse = {
  /** Frames that were written, the broken ones included. */
  frames: number
  connections: number
  /** How often the server closed with which code; 1006 is without a close frame, `left` closed by the client. */
  endings: Record<string, number>
  /** Connections that neither side ended within a minute. */
  hung: number
}

/**
 * Opens sockets and writes that many raw frames: valid ones that the server must tolerate, then a broken one,
 * repeatedly. The same `seed` gives the same frames. `onTick` runs after every connection.
 */
export async function abuse(
  target: Target,
  frames: number,
  seed: number,
  onTick: (so: Abuse) => void = () => undefined,
): Promise<Abuse> {
  const random = seeded(seed)
  const so: Abuse = { frames: 0, connections: 0, endings: {}, hung: 0 }
  const lane = async () => {
    while (so.frames < frames) {
      const { bytes, count, leaves } = visit(random)
      so.frames += count
      so.connections += 1
      const ending = await once(target, bytes, leaves)
      if (ending === 'hung') so.hung += 1
      so.endings[ending] = (so.endings[ending] ?? 0) + 1
      onTick(so)
    }
  }
  await Promise.all(Array.from({ length: 12 }, lane))
  return so
}

type Random = (below: number) => number

/** All frames of one connection. */
function visit(random: Random): { bytes: Buffer; count: number; leaves: boolean } {
  const pieces: Buffer[] = []
  let count = 0
  for (let n = random(250); n > 0; n--) {
    const parts = one(endured, random)(random)
    pieces.push(...parts)
    count += parts.length
  }
  const [last, leaves] = random(4) === 0 ? [one(unfinished, random), true] : [one(broken, random), false]
  // The server stops reading a client that sends too much, so it may not read a broken frame; this closes the
  // connection then.
  const parts = [...last(random), ...(leaves ? [] : [frame(0x88, Buffer.from([0x03, 0xe8]))])]
  return { bytes: Buffer.concat([...pieces, ...parts]), count: count + parts.length, leaves }
}

type Maker = (random: Random) => Buffer[]

/** Frames of a later version, malformed or slow ones, for which the server closes no connection. */
const endured: Maker[] = [
  (random) => [text(`{"type":"of_a_later_version","n":${random(1e9)}}`)],
  (random) => [frame(0x89, randomBytes(random(126)))],
  (random) => [frame(0x8a, randomBytes(random(126)))],
  () => [text(`{"type":"typing","receiver_id":"${newUuid()}","is_typing":true}`)],
  () => [text(`{"type":"read_receipt","message_id":"${newUuid()}"}`)],
  () => [text('{"type":"resume","after":null}')],
  (random) => fragments(Buffer.from(`{"type":"later","words":"${'é'.repeat(random(200))}"}`), 2 + random(6)),
  (random) => [text(`{"type":"later","words":"${'x'.repeat(random(20) === 0 ? 60_000 : 500)}"}`)],
  () => [frame(0x01, Buffer.from('{"type":')), frame(0x89, Buffer.from('between')), frame(0x80, Buffer.from('"x"}'))],
]

/** Frames that no browser sends: the server closes the connection after each. */
const broken: Maker[] = [
  () => [text('{')],
  () => [text('1')],
  () => [text('{}')],
  () => [text('['.repeat(60_000))],
  () => [text('{"type":"typing","receiver_id":{"toString":1}}')],
  (random) => [frame(0x82, randomBytes(1 + random(300)))],
  () => [frame(0x81, Buffer.from([0xc3, 0x28]))],
  () => [frame(0x81, Buffer.from([0xed, 0xa0, 0x80]))],
  () => [frame(0x81, Buffer.alloc(65_537, 0x20))],
  () => [Buffer.from([0x81, 0x02, 0x7b, 0x7d])],
  (random) => [frame(0x80 | ((1 + random(7)) << 4) | 1, Buffer.from('{}'))],
  (random) => [frame(0x80 | (3 + random(5)), Buffer.from('{}'))],
  (random) => [frame(0x80 | (11 + random(5)), Buffer.from('{}'))],
  () => [frame(0x80, Buffer.from('{}'))],
  () => [frame(0x09, Buffer.from('x'))],
  () => [frame(0x01, Buffer.from('{')), frame(0x81, Buffer.from('{}'))],
  () => [Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4])],
  () => [Buffer.from([0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4])],
  () => [Buffer.from([0x89, 0xfe, 0x01, 0x00, 1, 2, 3, 4])],
  () => [frame(0x88, Buffer.from([3]))],
  () => [frame(0x88, Buffer.from([0x03, 0xed]))],
  () => [frame(0x88, Buffer.from([0x03, 0xe8, 0xff, 0xfe]))],
  () => Array.from({ length: 700 }, (_, at) => frame(at === 0 ? 0x01 : 0x00, Buffer.alloc(100, 0x20))),
]

/** Incomplete frames and noise, in the middle of which the client disconnects. */
const unfinished: Maker[] = [
  (random) => [randomBytes(1 + random(2_000))],
  (random) => [frame(0x81, Buffer.alloc(60_000, 0x20)).subarray(0, 2 + random(50_000))],
  () => [frame(0x01, Buffer.from('{"type":'))],
  () => [Buffer.from([0x81])],
  () => [],
]

const text = (words: string): Buffer => frame(0x81, Buffer.from(words))

/** A masked frame with this first byte. */
function frame(first: number, payload: Buffer): Buffer {
  const { length } = payload
  const mask = randomBytes(4)
  const size =
    length < 126
      ? [0x80 | length]
      : length < 65_536
        ? [0xfe, length >> 8, length & 255]
        : [0xff, 0, 0, 0, 0, 0, 1, 0, length & 255]
  return Buffer.concat([Buffer.from([first, ...size]), mask, payload.map((byte, at) => byte ^ (mask[at & 3] ?? 0))])
}

function fragments(payload: Buffer, pieces: number): Buffer[] {
  const size = Math.ceil(payload.length / pieces)
  const count = Math.ceil(payload.length / size)
  return Array.from({ length: count }, (_, at) =>
    frame((at === 0 ? 1 : 0) | (at === count - 1 ? 0x80 : 0), payload.subarray(at * size, (at + 1) * size)),
  )
}

/** One connection; resolves with how it ended. */
function once({ port, headers }: Target, bytes: Buffer, leaves: boolean): Promise<string> {
  return new Promise((resolve) => {
    const stream = connect(port, '127.0.0.1')
    let received: Buffer = Buffer.alloc(0)
    let isOpen = false
    let code = '1006'
    const late = setTimeout(() => done('hung'), 60_000)
    const done = (ending: string) => {
      clearTimeout(late)
      stream.removeAllListeners('close')
      stream.destroy()
      resolve(ending)
    }
    stream.on('error', () => undefined)
    stream.on('close', () => done(code))
    stream.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (!isOpen) {
        const end = received.indexOf('\r\n\r\n')
        if (end < 0) return
        if (!received.subarray(0, 12).equals(switching)) return done(received.subarray(9, 12).toString())
        received = received.subarray(end + 4)
        isOpen = true
        stream.write(bytes, () => leaves && setImmediate(() => done('left')))
      }
      const { rest, closed } = readFrames(received)
      received = rest
      if (closed === null) return
      code = closed
      // Closes after a close frame, as a browser does.
      stream.end()
    })
    stream.write(
      `GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n${headers}\r\n\r\n`,
    )
  })
}
const switching = Buffer.from('HTTP/1.1 101')

/** Skips the server's frames up to its close frame. */
function readFrames(received: Buffer): { rest: Buffer; closed: string | null } {
  let at = 0
  while (received.length - at >= 2) {
    const short = (received[at + 1] ?? 0) & 127
    const head = short < 126 ? 2 : short === 126 ? 4 : 10
    if (received.length - at < head) break
    const length =
      short < 126 ? short : short === 126 ? received.readUInt16BE(at + 2) : Number(received.readBigUInt64BE(at + 2))
    if (received.length - at < head + length) break
    if ((received[at] ?? 0) === 0x88)
      return { rest: Buffer.alloc(0), closed: length >= 2 ? String(received.readUInt16BE(at + head)) : '1005' }
    at += head + length
  }
  return { rest: received.subarray(at), closed: null }
}

const one = <T>(of: readonly T[], random: Random): T => of[random(of.length)] as T
const newUuid = (): string =>
  randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** Integers below a bound, the same for the same seed. */
function seeded(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}
