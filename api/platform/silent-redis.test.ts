import { randomUUID } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openRates } from './http/rates.ts'
import { openRedis } from './live/redis.ts'
import { log } from './log.ts'

let server: Awaited<ReturnType<typeof openSilentRedis>>
beforeEach(async () => {
  vi.spyOn(log, 'warn').mockImplementation(() => undefined)
  server = await openSilentRedis()
})
afterEach(() => {
  server.close()
  vi.restoreAllMocks()
})

test('rate limits ask a Redis that hangs once, and count on the node from then on', async () => {
  const rates = openRates({ RATE_LIMITS: 'default', REDIS_URL: server.url })
  const take = async () => {
    await rates.take('money', randomUUID())
    return server.commands
  }
  await expect.poll(take).toBeGreaterThan(0)
  await expect.poll(() => server.closed).toBeGreaterThanOrEqual(1)
  const asked = server.commands
  for (let taken = 0; taken < 20; taken++) expect(await take()).toBe(asked)
  await rates.close()
})

test('live events close a connection to a Redis that hangs, with all that waits to be sent on it', async () => {
  const live = openRedis(server.url, { onMessage: () => undefined, onBack: () => undefined })
  await expect.poll(() => server.commands).toBeGreaterThan(0)
  await expect.poll(() => server.closed, { timeout: 10_000 }).toBeGreaterThanOrEqual(1)
  live.close()
})

const info = 'redis_version:7.0.0\r\nloading:0\r\n'
const greetings: Record<string, string> = {
  hello: '%1\r\n$6\r\nserver\r\n$5\r\nredis\r\n',
  client: '+OK\r\n',
  info: `$${info.length}\r\n${info}\r\n`,
}

/** Greets its first two clients as Redis does, and answers nothing else. */
async function openSilentRedis() {
  const sockets = new Set<Socket>()
  const server = { url: '', opened: 0, closed: 0, commands: 0, close: (): void => undefined }
  const listener = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      server.closed++
    })
    const isGreeted = ++server.opened <= 2
    socket.on('data', (chunk) => {
      for (const [, name = ''] of chunk.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)) {
        const greeting = greetings[name.toLowerCase()]
        if (greeting === undefined) server.commands++
        else if (isGreeted) socket.write(greeting)
      }
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  server.url = `redis://127.0.0.1:${address.port}`
  server.close = () => {
    for (const socket of sockets) socket.destroy()
    listener.close()
  }
  return server
}
