import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll, describe, expect, it } from 'vitest'
import { browser, identityApp, openIdentityApi } from '../../tests/support/identity.ts'
import { rates } from '../../contract/rates.ts'
import { addressKey, openRates, ratesOf } from './rates.ts'

const redisUrl = process.env.REDIS_URL_TEST ?? 'redis://127.0.0.1:6379'
const hasRedis = await new Promise<boolean>((resolve) => {
  const redis = new Redis(redisUrl, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null })
  redis.on('error', () => undefined)
  redis
    .connect()
    .then(
      () => resolve(true),
      () => resolve(false),
    )
    .finally(() => redis.disconnect())
})

describe('rates', () => {
  const opened = [openRates(undefined)]
  afterAll(() => Promise.all(opened.map((it) => it.close())))

  it('refuses one too many with the seconds to wait, and forgives', async () => {
    const [limit] = opened
    const key = randomUUID()
    for (let tried = 0; tried < rates.guess.alone; tried++) await limit?.take('guess', key)
    await expect(limit?.take('guess', key)).rejects.toMatchObject({
      code: 'rate_limited',
      facts: { retry_after: expect.any(Number) },
    })
    await limit?.forgive('guess', key)
    await limit?.take('guess', key)
  })

  it('counts IPv6 by its /64 and IPv4 whole, however they are written', () => {
    expect(addressKey('2001:db8:1:2:aaaa::1')).toBe(addressKey('2001:0db8:0001:0002::ffff'))
    expect(addressKey('2001:db8:1:3::1')).not.toBe(addressKey('2001:db8:1:2::1'))
    expect(addressKey('::ffff:10.0.0.7')).toBe('10.0.0.7')
    expect(addressKey('::1')).toBe(addressKey('0:0:0:0:0:0:0:9'))
  })

  // Without a Redis the nodes count alone, and stricter, so that the promise holds all the same.
  it('a thousand guesses over two nodes end within ten tries', async () => {
    const api = await openIdentityApi()
    const nodes = [1, 2].map(() => {
      const on = {
        ...api.on,
        env: { ...api.on.env, RATE_LIMITS: 'default' as const, REDIS_URL: hasRedis ? redisUrl : undefined },
      }
      return { on, app: identityApp(on) }
    })
    for (const node of nodes) ratesOf(node.on.env)
    const email = `${randomUUID()}@example.test`
    await new Promise((resolve) => setTimeout(resolve, 200))
    const statuses: number[] = []
    for (let tried = 0; tried < 12; tried++) {
      const node = nodes[tried % 2]
      if (node)
        statuses.push(
          (await browser(node, { 'x-fanfare-address': `10.1.${tried}.1` }).signIn(email, `word-number-${tried}`))
            .status,
        )
    }
    expect(statuses.indexOf(429)).toBeGreaterThan(0)
    expect(statuses.indexOf(429)).toBeLessThan(10)
    expect(statuses.slice(statuses.indexOf(429)).every((status) => status === 429)).toBe(true)
    for (const node of nodes) await ratesOf(node.on.env).close()
    await api.close()
  })

  it('a burst of guesses cannot overtake the count, and right passwords do not fill it', async () => {
    const api = await openIdentityApi({ RATE_LIMITS: 'default' })
    const email = `${randomUUID()}@example.test`
    await browser(api).signUp(email)
    const right = await Promise.all(Array.from({ length: 12 }, () => browser(api).signIn(email)))
    expect(right.map((it) => it.status)).toEqual(Array.from({ length: 12 }, () => 200))
    const wrong = await Promise.all(Array.from({ length: 12 }, () => browser(api).signIn(email, 'not-the-password')))
    expect(wrong.filter((it) => it.status === 401)).toHaveLength(rates.guess.alone)
    await api.close()
  })
})
