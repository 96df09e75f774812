import { createServer } from 'node:http'
import { freePort } from './ports.ts'

/** Listens in place of the edge and records purged profiles; `env` points an API to it. */
export async function startPurged(): Promise<Purged> {
  const port = await freePort()
  const purged: Purged = {
    names: [],
    env: { EDGE_ORIGIN: `http://127.0.0.1:${port}`, EDGE_SECRET: 'the secret of the test' },
    close: () => void server.close(),
  }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk
    })
    request.on('end', () => {
      purged.names.push(...((JSON.parse(text) as { profiles?: string[] }).profiles ?? []))
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return purged
}

export type Purged = { names: string[]; env: Record<'EDGE_ORIGIN' | 'EDGE_SECRET', string>; close: () => void }
