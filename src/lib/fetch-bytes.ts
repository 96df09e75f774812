import type { RefusalBody } from '../../contract/refusals.ts'
import { m } from '../paraglide/messages.js'
import { RefusalError } from './refusal.ts'

/** Fetches what is no JSON from the API; a refusal is thrown. */
export async function fetchBytes(path: string): Promise<Response> {
  const answer = await fetch(path)
  if (answer.ok) return answer
  const body = (await answer.json().catch(() => null)) as RefusalBody | null
  throw new RefusalError({
    ...(body ?? { error: 'unavailable', message: m.refusal_unavailable() }),
    status: answer.status,
  })
}
