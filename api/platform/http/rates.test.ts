import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { rates } from '../../../contract/rates.ts'
import { browser, openIdentityApi } from '../../../tests/support/identity.ts'
import { addressKey, openRates } from './rates.ts'

describe('rates', () => {
  const opened = [openRates({ RATE_LIMITS: 'default' })]
  afterAll(() => Promise.all(opened.map((it) => it.close())))

  it('rejects a call beyond the limit with the seconds to wait, and accepts one after a reset', async () => {
    const [limit] = opened
    const key = randomUUID()
    for (let tried = 0; tried < rates.guess.perNode; tried++) await limit?.take('guess', key)
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

  it('counts concurrent wrong passwords, and no right ones', {
    timeout: 90_000,
  }, async () => {
    const api = await openIdentityApi({ RATE_LIMITS: 'default' })
    const email = `${randomUUID()}@example.test`
    await browser(api).signUp(email)
    const right = await Promise.all(Array.from({ length: 12 }, () => browser(api).signIn(email)))
    expect(right.map((it) => it.status)).toEqual(Array.from({ length: 12 }, () => 200))
    const wrong = await Promise.all(Array.from({ length: 12 }, () => browser(api).signIn(email, 'not-the-password')))
    expect(wrong.filter((it) => it.status === 401)).toHaveLength(rates.guess.perNode)
    await api.close()
  })
})
