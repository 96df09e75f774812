import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRedis, type Nodes, startTwoNodes } from '../../tests/support/nodes.ts'

/**
 * A thousand passwords for one account, from a thousand addresses, over two nodes. With a Redis the nodes count
 * together; without one each counts alone and more strictly, so that both refuse within ten tries.
 */
const redis = await findRedis()
const right = 'the-right-password'
const passwords = [...Array.from({ length: 999 }, (_, at) => `password-number-${at}`), right]

const countings: [how: string, env: Record<string, string>][] = [
  ['with shared counters', redis === null ? {} : { REDIS_URL: redis }],
  ['each alone', {}],
]

describe.each(countings)('two nodes that count guesses %s', (_, env) => {
  let nodes: Nodes
  beforeAll(async () => {
    nodes = await startTwoNodes(env)
  }, 120_000)
  afterAll(() => nodes.stop())

  const post = async (path: string, at: number, body: object): Promise<number> => {
    const answer = await fetch(`${nodes.urls[at % 2]}/api/auth/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        origin: 'http://localhost:8787',
        'x-fanfare-address': `10.${at % 200}.${at % 250}.${(at % 90) + 1}`,
      },
    })
    await answer.arrayBuffer()
    return answer.status
  }
  const signUp = async () => {
    const email = `${randomUUID()}@example.test`
    expect(await post('sign-up/email', 0, { email, password: right, name: 'x' })).toBe(200)
    return email
  }
  it('refuses sequential guesses with 429 within ten tries, the right password included', {
    timeout: 120_000,
  }, async () => {
    const email = await signUp()
    const statuses: number[] = []
    for (const [at, password] of passwords.entries())
      statuses.push(await post('sign-in/email', at, { email, password }))
    expect(statuses.indexOf(429)).toBeGreaterThan(0)
    expect(statuses.indexOf(429)).toBeLessThan(10)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(10)
    expect(statuses.at(-1)).toBe(429)
  })

  it('checks at most ten of concurrent guesses, and not the right one', {
    timeout: 120_000,
  }, async () => {
    const email = await signUp()
    // The right password comes last; all requests are sent before any is answered.
    const statuses = await Promise.all(passwords.map((password, at) => post('sign-in/email', at, { email, password })))
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(10)
    expect(statuses.filter((status) => status === 401 || status === 429)).toHaveLength(passwords.length)
    expect(await post('sign-in/email', 1, { email, password: right })).toBe(429)
    expect(await post('sign-in/email', 2, { email: email.toUpperCase(), password: right })).toBe(429)
  })

  it('answers guesses for an unknown account alike', { timeout: 120_000 }, async () => {
    const email = `${randomUUID()}@example.test`
    const statuses: number[] = []
    for (let at = 0; at < 20; at++) statuses.push(await post('sign-in/email', at, { email, password: `word-${at}` }))
    expect(statuses.indexOf(429)).toBeLessThan(10)
    expect(statuses.slice(0, statuses.indexOf(429)).every((status) => status === 401)).toBe(true)
    expect(statuses.slice(10).every((status) => status === 429)).toBe(true)
  })
})
