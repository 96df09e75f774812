import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * Spreads requests and sockets over nodes as a load balancer does: only over those whose `/readyz` answered 200 when it
 * was last asked, three times a second. It tries nothing again, so that every request that a node drops is seen.
 */
export async function openLoadBalancer(port: number, nodes: readonly string[]): Promise<{ close: () => void }> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<string>()
  const look = async (node: string) => {
    const answer = await fetch(`${node}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(() => null)
    if (answer?.status === 200) ready.add(node)
    else ready.delete(node)
  }
  await Promise.all(nodes.map(look))
  const watch = setInterval(() => nodes.forEach((node) => void look(node)), 300)
  let turn = 0
  const pick = (): URL | null => {
    const all = [...ready]
    return all.length === 0 ? null : new URL(all[turn++ % all.length] ?? '')
  }

  const server = createServer((incoming, outgoing) => forward(incoming, outgoing, pick(), agent))
  server.on('upgrade', (incoming: IncomingMessage, near: Duplex, head: Buffer) =>
    forwardSocket(incoming, near, head, pick()),
  )
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    close: () => {
      clearInterval(watch)
      server.closeAllConnections()
      server.close()
      agent.destroy()
    },
  }
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, node: URL | null, agent: Agent): void {
  const fail = (reason: string) => {
    if (!outgoing.headersSent) outgoing.writeHead(502, { 'content-type': 'text/plain' })
    outgoing.end(reason)
  }
  if (node === null) {
    outgoing.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' }).end('no node is ready')
    return
  }
  const { method, url: path, headers } = incoming
  const passed = request({ agent, host: node.hostname, port: node.port, method, path, headers }, (answer) => {
    const { connection: _, 'keep-alive': __, ...forwarded } = answer.headers
    outgoing.writeHead(answer.statusCode ?? 502, forwarded)
    answer.pipe(outgoing)
  })
  passed.on('error', (error) => fail(error.message))
  incoming.pipe(passed)
}

function forwardSocket(incoming: IncomingMessage, near: Duplex, head: Buffer, node: URL | null): void {
  near.on('error', () => undefined)
  if (node === null) {
    near.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n')
    return
  }
  const far = connect(Number(node.port), node.hostname, () => {
    const lines = incoming.rawHeaders.flatMap((name, at) => (at % 2 ? [] : [`${name}: ${incoming.rawHeaders[at + 1]}`]))
    far.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    far.write(head)
    near.pipe(far)
    far.pipe(near)
  })
  far.on('error', () => near.destroy())
  far.on('close', () => near.destroy())
  near.on('close', () => far.destroy())
}
