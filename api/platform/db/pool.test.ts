import { createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { log, logOutput } from '../log.ts'
import { isUnreachable } from './db.ts'
import { openPool } from './pool.ts'

let server: Awaited<ReturnType<typeof standIn>>
let opened: ReturnType<typeof openPool>
const open = async () => {
  server = await standIn()
  opened = openPool({ connectionString: server.url, max: 4 })
}
const close = async () => {
  server.isHeld = false
  await opened.close()
  server.close()
}

const outcome = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error) => (isUnreachable(error) ? 'unavailable' : String(error)),
  )
const ask = () => outcome(opened.pool.query('select 1'))
const asks = (count: number) => Promise.all(Array.from({ length: count }, ask)).then((all) => [...new Set(all)])

describe('a database that answers', () => {
  beforeEach(open)
  afterEach(close)

  test('answers all of a rush, though only four queries run at once', async () => {
    server.answerMs = 40
    expect(await asks(200)).toEqual(['answered'])
    // Four, and the health probe's.
    expect(server.mostAtOnce).toBeLessThanOrEqual(5)
  })

  test('serves those who wait in the order in which they came', async () => {
    const single = openPool({ connectionString: server.url, max: 1 })
    const order: number[] = []
    const numbers = Array.from({ length: 20 }, (_, index) => index)
    await Promise.all(numbers.map((index) => single.pool.query('select 1').then(() => order.push(index))))
    await single.close()
    expect(order).toEqual(numbers)
  })

  test('closes every connection of a server that takes no writes any more, and writes on the next', async () => {
    opened.pool.on('error', none)
    expect(await asks(4)).toEqual(['answered'])
    const before = server.opened
    server.isReadOnly = true
    await expect(opened.pool.query('insert')).rejects.toMatchObject({ code: '25006' })
    server.isReadOnly = false
    expect(await Promise.all(Array.from({ length: 4 }, () => outcome(opened.pool.query('insert'))))).toEqual(
      Array(4).fill('answered'),
    )
    expect(server.opened - before).toBe(4)
  })

  test('keeps no connection while the address leads to a standby, and is available once it leads to the primary', async () => {
    vi.spyOn(log, 'warn').mockImplementation(none)
    opened.pool.on('error', none)
    expect(await asks(4)).toEqual(['answered'])
    server.isStandby = true
    server.breakConnections()
    await expect.poll(ask).toBe('unavailable')
    expect(await asks(30)).toEqual(['unavailable'])
    expect(opened.pool.totalCount).toBe(0)
    server.isStandby = false
    await expect.poll(ask).toBe('answered')
    vi.restoreAllMocks()
  })

  test('closes every connection as soon as one new connection finds a standby', async () => {
    vi.spyOn(log, 'warn').mockImplementation(none)
    opened.pool.on('error', none)
    // The health probe has a connection of its own.
    await ask()
    await expect.poll(() => server.connections()).toBe(2)
    const slow = outcome(opened.pool.query('select slowly'))
    server.isStandby = true
    expect([await ask(), await slow]).toEqual(['unavailable', 'unavailable'])
    server.isStandby = false
    await expect.poll(ask).toBe('answered')
    vi.restoreAllMocks()
  })

  test('closes a connection whose statement is never answered, and answers on the next', async () => {
    const strict = openPool({ connectionString: server.url, max: 1, quietMs: 600 })
    expect(await outcome(strict.pool.query('select never'))).toBe('unavailable')
    // Many short statements on one connection are none that is long.
    server.answerMs = 100
    for (let asked = 0; asked < 10; asked++) expect(await outcome(strict.pool.query('select 1'))).toBe('answered')
    await strict.close()
  })
})

describe('a database that hangs or is gone, on a clock that the test turns', () => {
  beforeEach(async () => {
    vi.spyOn(logOutput, 'write').mockImplementation(none)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
    await open()
    expect(await within(1_000, ask())).toBe('answered')
  })
  afterEach(async () => {
    vi.useRealTimers()
    await close()
    vi.restoreAllMocks()
  })

  test('is unavailable within a second to all who ask and wait, and at once to newcomers', async () => {
    server.isHeld = true
    expect(await within(1_000, asks(30))).toEqual(['unavailable'])
    // Without a moment passing on the clock.
    expect(await asks(30)).toEqual(['unavailable'])
  })

  test('is asked again, and available within five seconds when it answers', async () => {
    server.isHeld = true
    expect(await within(1_000, ask())).toBe('unavailable')
    server.isHeld = false
    const back = async () => {
      while ((await ask()) !== 'answered');
      return asks(30)
    }
    expect(await within(5_000, back())).toEqual(['answered'])
  })

  test('is available during one long statement, because the health probe is answered', async () => {
    const long = outcome(opened.pool.query('select slowly'))
    expect(await within(1_400, long)).toBe('waiting')
    expect(await within(1_000, long)).toBe('answered')
  })

  test('is available though it takes no more connections', async () => {
    server.isFull = true
    expect(await within(2_000, outcome(opened.pool.query('select slowly')))).toBe('answered')
  })

  test('is unavailable within a second when its connections break', async () => {
    server.close()
    expect(await within(1_000, asks(30))).toEqual(['unavailable'])
  })

  test('has no connection left after the pool was closed during a health probe', async () => {
    server.answerMs = 400
    const slow = outcome(opened.pool.query('select slowly'))
    await within(350, slow)
    await within(5_000, Promise.all([opened.close(), slow]))
    vi.useRealTimers()
    await expect.poll(() => server.connections()).toBe(0)
    opened = openPool({ connectionString: server.url, max: 4 })
  })
})

/** The result of a promise within so many milliseconds of the fake clock, or `waiting`. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | 'waiting'> {
  let result: T | 'waiting' = 'waiting'
  void promise.then((value) => {
    result = value
  })
  for (let passed = 0; passed < ms && result === 'waiting'; passed += 10) {
    await vi.advanceTimersByTimeAsync(10)
    // What was written to a socket of this machine arrives within some turns of the loop.
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  return result
}

/** A minimal PostgreSQL server: it accepts every client and answers every query with no rows, unless it is held. */
async function standIn() {
  const sockets = new Set<Socket>()
  const server = {
    url: '',
    answerMs: 0,
    isHeld: false,
    isFull: false,
    isReadOnly: false,
    isStandby: false,
    opened: 0,
    mostAtOnce: 0,
    connections: () => sockets.size,
    breakConnections: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: none,
  }
  let atOnce = 0
  const held: (() => void)[] = []
  const reply = (socket: Socket, bytes: Buffer, ms: number) => {
    const send = () => void (server.isHeld ? held.push(send) : socket.writable && socket.write(bytes))
    setTimeout(send, ms)
  }
  const listener = createServer((socket) => {
    sockets.add(socket)
    server.opened++
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
          if (server.isFull) reply(socket, error('53300', 'too many clients'), 0)
          else reply(socket, Buffer.concat([packet('R', Buffer.alloc(4)), recovery(server.isStandby), ready]), 0)
        } else if (message[0] === 'Q'.charCodeAt(0)) {
          server.mostAtOnce = Math.max(server.mostAtOnce, ++atOnce)
          if (message.includes('never')) continue
          if (server.isReadOnly && message.includes('insert')) {
            atOnce--
            reply(socket, Buffer.concat([error('25006', 'read-only'), ready]), 0)
            continue
          }
          const ms = message.includes('slowly') ? 1_500 : server.answerMs
          setTimeout(() => atOnce--, ms)
          reply(socket, Buffer.concat([packet('C', Buffer.from('SELECT 0\0')), ready]), ms)
        }
      }
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  server.url = `postgres://user@127.0.0.1:${address.port}/none`
  const release = setInterval(() => {
    if (!server.isHeld) for (const send of held.splice(0)) send()
  }, 20)
  server.close = () => {
    clearInterval(release)
    listener.close()
    for (const socket of sockets) socket.destroy()
  }
  return server
}

const none = (): void => undefined

function packet(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(kind)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const recovery = (isStandby: boolean) => packet('S', Buffer.from(`in_hot_standby\0${isStandby ? 'on' : 'off'}\0`))
const ready = packet('Z', Buffer.from('I'))
const error = (code: string, words: string) => packet('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${words}\0\0`))
