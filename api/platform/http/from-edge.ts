import { timingSafeEqual } from 'node:crypto'
import { edgeHeaders } from '../../../contract/edge.ts'

/**
 * Whether the edge vouches for the internal headers of a request. With `EDGE_SECRET` they count only beside its proof, as
 * the API's own address may be reachable too; without one the API listens to this machine alone and believes them.
 */
export function isFromEdge(headers: Headers, secret: string | undefined): boolean {
  if (secret === undefined) return true
  const proof = headers.get(edgeHeaders.proof)
  if (proof === null || proof.length !== secret.length) return false
  return timingSafeEqual(Buffer.from(proof), Buffer.from(secret))
}
