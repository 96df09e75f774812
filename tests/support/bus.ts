import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from './ports.ts'
import { redisAtHand } from './redis.ts'

/**
 * Joins nodes in tests and can be disconnected: a connection to the available Redis, or to a small stand-in with
 * publish and subscribe, so that these tests run everywhere.
 */
export async function openBus(): Promise<Bus> {
  const real = await redisAtHand()
  const standIn = real === null ? await openStandIn() : null
  const target = new URL(real ?? standIn?.url ?? '')
  const port = await freePort()
  const lines = new Set<Socket>()
  let server: Server | null = null
  const plug = async () => {
    server = createServer((near) => {
      const far = connect(Number(target.port || 6379), target.hostname)
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        lines.add(from)
        from.on('error', () => undefined)
        from.on('close', () => {
          lines.delete(from)
          to.destroy()
        })
        from.pipe(to)
      }
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const unplug = async () => {
    const closed = new Promise((resolve) => server?.close(resolve))
    for (const line of lines) line.destroy()
    await closed
  }
  await plug()
  return {
    url: `redis://127.0.0.1:${port}`,
    plug,
    unplug,
    close: async () => {
      await unplug()
      standIn?.close()
    },
  }
}

export type Bus = { url: string; plug(): Promise<void>; unplug(): Promise<void>; close(): Promise<void> }

/** Implements the part of Redis that the live service needs. */
async function openStandIn(): Promise<{ url: string; close: () => void }> {
  const channels = new Map<string, Set<Socket>>()
  const bulk = (it: string) => `$${Buffer.byteLength(it)}\r\n${it}\r\n`
  const server = createServer((socket) => {
    const mine = new Set<string>()
    let buffered = ''
    socket.on('error', () => undefined)
    socket.on('close', () => {
      for (const name of mine) channels.get(name)?.delete(socket)
    })
    socket.setEncoding('utf8').on('data', (chunk) => {
      buffered += chunk
      for (let found = command(buffered); found !== null; found = command(buffered)) {
        buffered = found.rest
        answer(found.args)
      }
    })
    function answer([name = '', first = '', ...others]: string[]) {
      const verb = name.toLowerCase()
      if (verb === 'publish') {
        const receivers = [...(channels.get(first) ?? [])]
        for (const one of receivers) one.write(`*3\r\n${bulk('message')}${bulk(first)}${bulk(others[0] ?? '')}`)
        socket.write(`:${receivers.length}\r\n`)
      } else if (verb === 'subscribe' || verb === 'unsubscribe') {
        for (const channel of [first, ...others]) {
          const sockets = channels.get(channel) ?? new Set()
          channels.set(channel, sockets)
          const act = verb === 'subscribe' ? 'add' : 'delete'
          sockets[act](socket)
          mine[act](channel)
          socket.write(`*3\r\n${bulk(verb)}${bulk(channel)}:${mine.size}\r\n`)
        }
      } else if (verb === 'info') socket.write(bulk('loading:0\r\n'))
      else if (verb === 'hello') socket.write("-ERR unknown command 'hello'\r\n")
      else socket.write('+OK\r\n')
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `redis://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    close: () => server.close(),
  }
}

/** The first whole command of the input, and the rest. */
function command(buffered: string): { args: string[]; rest: string } | null {
  const lines = buffered.split('\r\n')
  const count = Number(lines[0]?.slice(1))
  // A line with the length and one with the argument each; after the last line break the input is incomplete. Arguments
  // contain no line breaks here.
  if (!buffered.startsWith('*') || lines.length < count * 2 + 2) return null
  const args = Array.from({ length: count }, (_, at) => lines[at * 2 + 2] ?? '')
  return { args, rest: lines.slice(count * 2 + 1).join('\r\n') }
}
