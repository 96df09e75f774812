import { createServer } from 'node:net'

/**
 * A free port of this machine, below those that systems assign to outgoing connections, so that none of them takes it
 * before the caller listens.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = next
    next = port < last ? port + 1 : first
    if (await isFree(port)) return port
  }
  throw new Error(`No port between ${first} and ${last} is free.`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.on('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}

const [first, last] = [20_000, 31_999]
/** Concurrent processes start at different ports. */
let next = first + Math.floor(Math.random() * (last - first))
