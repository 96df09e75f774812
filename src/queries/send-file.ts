import type { RefusalBody } from '../../contract/refusals.ts'
import { writtenAs } from '../lib/page-account.ts'
import { RefusalError } from '../lib/refusal.ts'
import { m } from '../paraglide/messages.js'

type Sending = { method: 'POST' | 'PUT'; type?: string }

/**
 * Sends the bytes of a file to the API itself, past the server functions, which carry JSON. Answers what it said; throws
 * its refusal, or `unavailable` where there is no answer.
 */
export async function sendFile<T>(path: string, file: File, { method, type = file.type }: Sending): Promise<T> {
  const answer = await fetch(path, { method, body: file, headers: { 'content-type': type, ...writtenAs() } }).catch(
    () => null,
  )
  const body: unknown = await answer?.json().catch(() => null)
  if (answer?.ok) return body as T
  const refusal = (body ?? {}) as Partial<RefusalBody>
  throw new RefusalError({
    error: 'unavailable',
    message: m.refusal_unavailable(),
    ...refusal,
    status: answer?.status ?? 503,
  })
}
