import { createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isUnreachable } from './db.ts'
import { TurnPool } from './pool.ts'

let server: Awaited<ReturnType<typeof standIn>>
let pool: TurnPool
beforeEach(async () => {
  server = await standIn()
  pool = new TurnPool({ connectionString: server.url, max: 4 })
})
afterEach(async () => {
  await pool.end()
  server.close()
})

const ask = () =>
  pool.query('select 1').then(
    () => 'answered',
    (error) => (isUnreachable(error) ? 'away' : String(error)),
  )
const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const began = performance.now()
  return [await work(), performance.now() - began]
}

test('a rush waits in turn, however long the whole takes, while the database answers', async () => {
  server.answerMs = 40
  const [answers, ms] = await timed(() => Promise.all(Array.from({ length: 200 }, ask)))
  expect(new Set(answers)).toEqual(new Set(['answered']))
  expect(ms).toBeGreaterThan(1_900)
  // Four, and the one beside them.
  expect(server.mostAtOnce).toBeLessThanOrEqual(5)
})

test('whoever waits longest is next', async () => {
  const single = new TurnPool({ connectionString: server.url, max: 1 })
  const order: number[] = []
  await Promise.all(Array.from({ length: 20 }, (_, index) => single.query('select 1').then(() => order.push(index))))
  await single.end()
  expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index))
})

test('a database that holds everything is said to be away within a second, also to those who wait and who come', async () => {
  expect(await ask()).toBe('answered')
  server.isHeld = true
  const [answers, ms] = await timed(() => Promise.all(Array.from({ length: 30 }, ask)))
  expect(new Set(answers)).toEqual(new Set(['away']))
  expect(ms).toBeLessThan(1_000)
  const [late, lateMs] = await timed(ask)
  expect(late).toBe('away')
  expect(lateMs).toBeLessThan(50)
})

test('it is asked again by itself, and is back when it answers', async () => {
  server.isHeld = true
  expect(await ask()).toBe('away')
  server.isHeld = false
  const [answer, ms] = await timed(async () => {
    for (;;) if ((await ask()) === 'answered') return 'answered'
  })
  expect(answer).toBe('answered')
  expect(ms).toBeLessThan(5_000)
})

test('one long statement is no silence: the database is asked beside it, and says that it is there', async () => {
  const [long, ms] = await timed(() => pool.query('select slowly').then(() => 'answered'))
  expect([long, await ask()]).toEqual(['answered', 'answered'])
  expect(ms).toBeGreaterThan(1_400)
})

test('a connection that owes an answer for too long is given up, and the next one answers', async () => {
  const strict = new TurnPool({ connectionString: server.url, max: 1, queryMs: 600 })
  const long = () =>
    strict.query('select slowly').then(none, (error) => (isUnreachable(error) ? 'away' : String(error)))
  const [answer, ms] = await timed(long)
  expect(answer).toBe('away')
  expect(ms).toBeGreaterThan(550)
  expect(ms).toBeLessThan(1_400)
  // Many short ones after one another are none that is long.
  server.answerMs = 100
  for (let asked = 0; asked < 10; asked++) await strict.query('select 1')
  await strict.end()
})

test('a server that takes no more connections is there all the same', async () => {
  expect(await ask()).toBe('answered')
  server.isFull = true
  const [long] = await timed(() => pool.query('select slowly').then(() => 'answered'))
  expect(long).toBe('answered')
})

test('a database that is gone is said to be so at once', async () => {
  expect(await ask()).toBe('answered')
  server.close()
  const [answers, ms] = await timed(() => Promise.all(Array.from({ length: 30 }, ask)))
  expect(new Set(answers)).toEqual(new Set(['away']))
  expect(ms).toBeLessThan(1_000)
})

test('closed while it asks whether the database is there, it leaves no connection behind', async () => {
  server.answerMs = 400
  const closing = new TurnPool({ connectionString: server.url, max: 1 })
  const slow = closing.query('select slowly').catch(none)
  await new Promise((resolve) => setTimeout(resolve, 350))
  await Promise.all([closing.end(), slow])
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(server.connections()).toBe(0)
})

/** As much of a PostgreSQL server as a pool needs: it lets everybody in and answers every question with nothing. */
async function standIn() {
  const sockets = new Set<Socket>()
  const it = {
    url: '',
    answerMs: 0,
    isHeld: false,
    isFull: false,
    mostAtOnce: 0,
    connections: () => sockets.size,
    close: none,
  }
  let atOnce = 0
  const held: (() => void)[] = []
  const reply = (socket: Socket, bytes: Buffer, ms: number) => {
    const send = () => void (it.isHeld ? held.push(send) : socket.writable && socket.write(bytes))
    setTimeout(send, ms)
  }
  const listener = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    let isKnown = false
    let rest = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        const head = isKnown ? 1 : 0
        if (rest.length < head + 4) return
        const length = head + rest.readInt32BE(head)
        if (rest.length < length) return
        const message = rest.subarray(0, length)
        rest = rest.subarray(length)
        if (!isKnown) {
          isKnown = true
          if (it.isFull) reply(socket, error('53300', 'too many clients'), 0)
          else reply(socket, Buffer.concat([packet('R', Buffer.alloc(4)), ready]), 0)
        } else if (message[0] === 'Q'.charCodeAt(0)) {
          it.mostAtOnce = Math.max(it.mostAtOnce, ++atOnce)
          const ms = message.includes('slowly') ? 1_500 : it.answerMs
          setTimeout(() => atOnce--, ms)
          reply(socket, Buffer.concat([packet('C', Buffer.from('SELECT 0\0')), ready]), ms)
        }
      }
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  it.url = `postgres://nobody@127.0.0.1:${address.port}/none`
  const release = setInterval(() => {
    if (!it.isHeld) for (const send of held.splice(0)) send()
  }, 20)
  it.close = () => {
    clearInterval(release)
    listener.close()
    for (const socket of sockets) socket.destroy()
  }
  return it
}

const none = (): void => undefined

function packet(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(kind)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const ready = packet('Z', Buffer.from('I'))
const error = (code: string, words: string) => packet('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${words}\0\0`))
