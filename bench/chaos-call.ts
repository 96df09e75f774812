import { request } from 'node:http'

export type Call = {
  method?: 'GET' | 'POST' | 'DELETE'
  path: string
  cookie: string
  body?: object
  /** Sent as the idempotency key. */
  key?: string
  isForm?: boolean
}
export type Answer = { status: number; body: Record<string, unknown> }
/** Where the calls of a worker go, and what they depend on. */
export type Line = { urls: () => string[]; random: () => number; onRetry: () => void }

/**
 * Asks until it is answered, on any of the processes: what is not (a killed process, an answer that is cut here) is
 * asked again just as it was.
 */
export async function untilAnswered(call: Call, line: Line): Promise<Answer> {
  for (let tried = 0; ; tried++) {
    const urls = line.urls()
    const url = urls[Math.floor(line.random() * urls.length)] ?? ''
    // Now and then the answer is cut by us, often after the commit.
    const cutAfterMs = tried === 0 && line.random() < 0.05 ? line.random() * 30 : null
    const answer = await once(url, call, cutAfterMs).catch(() => null)
    if (answer !== null && answer.status < 500 && answer.status !== 429) return answer
    line.onRetry()
    if (tried > 2_000) throw new Error(`${call.path} is never answered (${answer?.status ?? 'no connection'})`)
    await new Promise((resolve) => setTimeout(resolve, 20 + line.random() * 80))
  }
}

export function expect(answer: Answer, ...statuses: number[]): void {
  if (!statuses.includes(answer.status))
    throw new Error(`answered with ${answer.status}: ${JSON.stringify(answer.body)}`)
}

export const cents = (coins: unknown): number => Math.round(Number(coins) * 100)

function once(url: string, { method = 'POST', path, cookie, body, key, isForm }: Call, cutAfterMs: number | null) {
  const text = body === undefined ? '' : isForm ? new URLSearchParams({ ...body }).toString() : JSON.stringify(body)
  return new Promise<Answer>((resolve, reject) => {
    const headers: Record<string, string | number> = { cookie, 'content-length': Buffer.byteLength(text) }
    if (text !== '') headers['content-type'] = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
    if (key !== undefined) headers['idempotency-key'] = key
    const it = request(url + path, { method, headers, timeout: 15_000 }, (answer) => {
      let said = ''
      answer.on('data', (chunk) => (said += String(chunk)))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: said.startsWith('{') ? JSON.parse(said) : {} }),
      )
    })
    it.on('error', reject)
    it.on('timeout', () => it.destroy(new Error('no answer')))
    if (cutAfterMs !== null) setTimeout(() => it.destroy(new Error('cut')), cutAfterMs)
    it.end(text)
  })
}
