import { timingSafeEqual } from 'node:crypto'
import { edgeHeaders } from '../../../contract/edge.ts'

/**
 * Whether the internal headers of a request come from the edge. With `EDGE_SECRET` they need its proof, because clients
 * may reach the API directly; without one the API listens on the loopback interface only and trusts them.
 */
export function isFromEdge(headers: Headers, secret: string | undefined): boolean {
  if (secret === undefined) return true
  const proof = headers.get(edgeHeaders.proof)
  if (proof === null || proof.length !== secret.length) return false
  return timingSafeEqual(Buffer.from(proof), Buffer.from(secret))
}
