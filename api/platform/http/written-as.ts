import { writtenAsHeader } from '../../../contract/written-as.ts'
import { refuse } from './refusal.ts'
import type { Seen } from './viewer.ts'

/**
 * Refuses a write that was meant for another account than the session's (product §48): access to a creator may have
 * ended, or another tab changed the session, since the page was opened. A client that names no account is not asked.
 */
export function requireWriter({ method, headers }: Request, { viewer }: Seen): void {
  const meantFor = headers.get(writtenAsHeader)
  if (meantFor === null || !writes.has(method) || viewer === null) return
  if (viewer.id !== meantFor) throw refuse('identity_changed')
}

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
