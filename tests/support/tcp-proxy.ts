import { connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** How many connections are open whose other end is this port. */
  connectionsTo: (port: number) => number
  /** From now on no byte passes in either direction and neither side is notified, as with a cable that is pulled out. */
  cut: () => void
  /** From now on every connection is closed at once, as by a machine on which nothing listens. */
  refuse: () => void
  mend: () => void
  /** So many milliseconds pass before each chunk goes on. */
  delay: (ms: number) => void
  close: () => void
}

/** Passes connections on to the port that `target` answers; where it answers null they are closed. */
export async function openTcpProxy(target: () => number | null): Promise<TcpProxy> {
  const pairs = new Set<{ near: Socket; far: Socket; port: number }>()
  let isCut = false
  let isRefusing = false
  let delayMs = 0

  const pass = (from: Socket, to: Socket) =>
    from.on('data', (chunk) => {
      const send = () => {
        if (!to.destroyed && !to.write(chunk)) {
          from.pause()
          to.once('drain', () => !isCut && from.resume())
        }
      }
      if (delayMs === 0) send()
      else setTimeout(send, delayMs)
    })
  const server = createServer({ noDelay: true }, (near) => {
    near.on('error', () => undefined)
    const port = isRefusing ? null : target()
    if (port === null) {
      near.resetAndDestroy()
      return
    }
    const far = connect({ port, host: '127.0.0.1', noDelay: true })
    const pair = { near, far, port }
    pairs.add(pair)
    far.on('error', () => undefined)
    pass(near, far)
    pass(far, near)
    if (isCut) for (const socket of [near, far]) socket.pause()
    // The end of one side is not seen by the other while the cable is cut; what is on its way arrives before it.
    const end = (other: Socket) => setTimeout(() => !isCut && other.end(), delayMs)
    near.on('close', () => {
      pairs.delete(pair)
      end(far)
    })
    far.on('close', () => end(near))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')

  const all = () => [...pairs].flatMap(({ near, far }) => [near, far])
  return {
    port: address.port,
    connectionsTo: (port) => [...pairs].filter((pair) => pair.port === port).length,
    cut: () => {
      isCut = true
      for (const socket of all()) socket.pause()
    },
    refuse: () => {
      isRefusing = true
      for (const socket of all()) socket.destroy()
    },
    mend: () => {
      isCut = false
      isRefusing = false
      // What was connected before is over: its ends have forgotten each other or are told now.
      for (const socket of all()) socket.destroy()
    },
    delay: (ms) => {
      delayMs = ms
    },
    close: () => {
      for (const socket of all()) socket.destroy()
      server.close()
    },
  }
}
