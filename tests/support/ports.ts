import { createServer } from 'node:net'

/**
 * A port of this machine that is free, below those from which systems take one for every outgoing connection: none of
 * them slips in before the caller listens.
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
/** Processes beside each other begin at different places. */
let next = first + Math.floor(Math.random() * (last - first))
