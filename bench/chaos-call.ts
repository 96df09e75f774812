import { request } from 'node:http'
import { centsOf } from '../contract/coins.ts'

export type Call = {
  method?: 'GET' | 'POST' | 'DELETE'
  path: string
  cookie: string
  body?: object
  idempotencyKey?: string
  isForm?: boolean
}
export type Answer = { status: number; body: Record<string, unknown>; retryAfter: string | undefined }
/** Where the calls of a worker go. `onRetry` gets each answer that said to come later, and each error of a connection. */
export type CallTarget = { urls: () => string[]; random: () => number; onRetry: (failure: Answer | Error) => void }

/**
 * Calls one of the API processes, and repeats the call unchanged until it is answered: a process may be killed
 * meanwhile, and now and then the connection is cut here.
 */
export async function callUntilAnswered(call: Call, target: CallTarget): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    const urls = target.urls()
    const url = urls[Math.floor(target.random() * urls.length)] ?? ''
    // A cut often comes after the commit, when only the answer is lost.
    const cutAfterMs = attempt === 0 && target.random() < 0.05 ? target.random() * 30 : null
    const answer = await callOnce(url, call, cutAfterMs).catch((error: Error) => error)
    if (!(answer instanceof Error) && answer.status < 500 && answer.status !== 429) return answer
    target.onRetry(answer)
    if (attempt > 2_000)
      throw new Error(`${call.path} is never answered (${answer instanceof Error ? answer.message : answer.status})`)
    await new Promise((resolve) => setTimeout(resolve, 20 + target.random() * 80))
  }
}

export function expectStatus(answer: Answer, ...statuses: number[]): void {
  if (!statuses.includes(answer.status))
    throw new Error(`answered with ${answer.status}: ${JSON.stringify(answer.body)}`)
}

export const toCents = (coins: unknown): number => centsOf(Number(coins))

function callOnce(
  url: string,
  { method = 'POST', path, cookie, body, idempotencyKey, isForm }: Call,
  cutAfterMs: number | null,
): Promise<Answer> {
  const text = body === undefined ? '' : isForm ? new URLSearchParams({ ...body }).toString() : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const headers: Record<string, string | number> = { cookie, 'content-length': Buffer.byteLength(text) }
    if (text !== '') headers['content-type'] = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
    const outgoing = request(url + path, { method, headers, timeout: 15_000 }, (answer) => {
      let received = ''
      answer.on('data', (chunk) => (received += String(chunk)))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          body: received.startsWith('{') ? JSON.parse(received) : { text: received },
          retryAfter: answer.headers['retry-after'],
        }),
      )
    })
    outgoing.on('error', reject)
    outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')))
    if (cutAfterMs !== null) setTimeout(() => outgoing.destroy(new Error('cut')), cutAfterMs)
    outgoing.end(text)
  })
}
