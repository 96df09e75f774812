import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { posts } from '../../../contract/posts.ts'
import { rates } from '../../../contract/rates.ts'
import { search } from '../../../contract/search.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'

/** Finds nothing as it is written, so that the forgiving step follows. */
const nonsense = (n: number) => `qzxwvk${n}`
const forgivingCursor = Buffer.from(JSON.stringify(['forgiving', 9, 9, newId()])).toString('base64url')

describe('many searches', () => {
  const api = testApi()

  it('answer 200 or at once 503 with Retry-After, and leave the feed alive', async () => {
    await api.makeUser({ username: 'alice', isCreator: true })
    const fan = await api.makeUser()
    const inputs = Array.from({ length: 120 }, (_, n) => ({
      q: nonsense(n),
      ...(n % 2 === 0 && { cursor: forgivingCursor }),
    }))
    const [answers, feed] = await Promise.all([
      Promise.all(inputs.map((input) => api.call(null, search.results, input))),
      api.call(fan, posts.feed, {}),
    ])
    expect(feed.status).toBe(200)
    const refused = answers.filter((it) => it.status !== 200)
    expect(refused.length).toBeGreaterThan(0)
    for (const it of refused) {
      expect([it.status, it.refusal.error]).toEqual([503, 'unavailable'])
      expect(Number(it.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await api.call(null, search.results, { q: nonsense(0) })).data.data).toEqual([])
  })

  it('answer what the index finds while the forgiving step is full', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => api.call(null, search.results, { q: 'alice' })))
    for (const it of answers) expect(it.data.data).toMatchObject([{ username: 'alice' }])
  })
})

describe('a forgiving step that takes too long', () => {
  const api = testApi()
  /** The embedded engine has no timer that ends a statement, so there the slow function answers as the timer would. */
  const beSlow = () =>
    api.db.execute(
      sql.raw(`create or replace function levenshtein_less_equal(text, text, integer) returns integer language plpgsql as $$
        begin
          ${api.db.engine === 'postgres' ? 'perform pg_sleep(30);' : "raise exception 'canceled' using errcode = '57014';"}
          return 9;
        end $$`),
    )

  it('is given up, and the answer is what the index found', async () => {
    await api.makeUser({ username: 'alice', isCreator: true })
    await beSlow()
    expect((await api.call(null, search.results, { q: 'alice' })).data.data).toMatchObject([{ username: 'alice' }])
    expect((await api.call(null, search.results, { q: nonsense(1) })).data.data).toEqual([])
    const byCursor = await api.call(null, search.results, { q: nonsense(2), cursor: forgivingCursor })
    expect(byCursor.data).toEqual({ data: [], next: null })
  })
})

describe('the rate of searches', () => {
  const api = testApi({ env: { RATE_LIMITS: 'default' } })

  it('is limited for each address and each account on its own', async () => {
    const fan = await api.makeUser()
    const from = (address: string) => ({ 'x-fanfare-address': address })
    const statuses: number[] = []
    for (let n = 0; n < rates.search.points; n++)
      statuses.push((await api.call(null, search.results, { q: '' }, from('198.51.100.7'))).status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    const refused = await api.call(null, search.results, { q: '' }, from('198.51.100.7'))
    expect([refused.status, refused.refusal.error]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await api.call(null, search.results, { q: '' }, from('198.51.100.8'))).status).toBe(200)
    expect((await api.call(fan, search.results, { q: '' }, from('198.51.100.7'))).status).toBe(200)
  })
})
