import { timingSafeEqual } from 'node:crypto'
import { edgeHeaders } from '../../../contract/edge.ts'

/**
 * Whether the internal headers of a request come from the edge. With `EDGE_SECRET` they need its proof, because clients
 * may reach the API directly; without one the API listens on the loopback interface only and trusts them.
 */
export function isFromEdge(headers: Headers, secret: string | undefined): boolean {
  if (secret === undefined) return true
  return isSame(headers.get(edgeHeaders.proof), secret)
}

/** Whether a client has sent a secret, in a time that says nothing about it. */
export function isSame(sent: string | null, secret: string): boolean {
  const [a, b] = [Buffer.from(sent ?? ''), Buffer.from(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}
