import { type Agent, request } from 'node:http'
import type { BenchUser } from './users.ts'

/** Sends under one `client_id` until a node acknowledges it; answers the message's number. */
export async function sendUntilAcknowledged(
  agent: Agent,
  nodes: readonly string[],
  from: BenchUser,
  to: BenchUser,
  clientId: string,
  content: string,
): Promise<number> {
  const body = JSON.stringify({ receiver_id: to.id, content, client_id: clientId })
  for (;;) {
    const url = `${randomNode(nodes)}/api/chat/messages`
    const answer = await callApi(agent, 'POST', url, from.cookie, body).catch(() => null)
    if (answer !== null && (answer.status === 201 || answer.status === 200)) return (answer.body as { seq: number }).seq
    if (answer !== null && answer.status < 500)
      throw new Error(`a message was refused with ${answer.status} ${JSON.stringify(answer.body)}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export const randomNode = (nodes: readonly string[]): string => nodes[Math.floor(Math.random() * nodes.length)] ?? ''

export function callApi(
  agent: Agent,
  method: string,
  url: string,
  cookie: string,
  body?: string,
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const headers = {
      cookie,
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    const outgoing = request(url, { method, agent, headers, timeout: 8_000 }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        try {
          resolve({ status: answer.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString() || 'null') })
        } catch (error) {
          reject(error)
        }
      })
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
