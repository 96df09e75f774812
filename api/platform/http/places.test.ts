import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { analytics } from '../../../contract/analytics.ts'
import { posts } from '../../../contract/posts.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { CallerGone } from '../db/caller.ts'
import { openPlaces } from './places.ts'

describe('places', () => {
  it('let so many work, so many wait in their order, and refuse the others at once', async () => {
    const inPlace = openPlaces(2)({ waiting: 2 })
    const done: number[] = []
    const ends: (() => void)[] = []
    const call = (n: number) =>
      inPlace(async () => {
        await new Promise<void>((resolve) => ends.push(resolve))
        done.push(n)
      })
    const calls = [1, 2, 3, 4].map(call)
    await expect(call(5)).rejects.toMatchObject({ code: 'unavailable', facts: { retry_after: 1 } })
    expect(ends.length).toBe(2)
    ends[0]?.()
    await calls[0]
    await expect.poll(() => ends.length).toBe(3)
    for (const n of [1, 2]) ends[n]?.()
    await expect.poll(() => ends.length).toBe(4)
    ends[3]?.()
    await Promise.all(calls)
    expect(done).toEqual([1, 2, 3, 4])
  })

  it('are not waited for by a caller who has gone', async () => {
    const inPlace = openPlaces(1)({ waiting: 1 })
    const [leave, late] = [new AbortController(), new AbortController()]
    let end = () => {}
    const first = inPlace(() => new Promise<void>((resolve) => (end = resolve)), late.signal)
    const second = inPlace(async () => 'second', leave.signal)
    leave.abort()
    await expect(second).rejects.toBeInstanceOf(CallerGone)
    const third = inPlace(async () => 'third', late.signal)
    end()
    await first
    expect(await third).toBe('third')
    late.abort()
    expect(await inPlace(async () => 'fourth')).toBe('fourth')
  })

  it('go to the class that has worked least, however many wait in another', async () => {
    const { searches, files, work, done } = twoClasses()
    await Promise.all([
      ...['s1', 's2', 's3', 's4', 's5', 's6'].map((name) => searches(work(name))),
      ...['f1', 'f2'].map((name) => files(work(name, 25))),
    ])
    expect(done).toEqual(['s1', 'f1', 's2', 's3', 'f2', 's4', 's5', 's6'])
  })

  it('give a class that had nothing to do no more than its turn', async () => {
    const { searches, files, work, done } = twoClasses()
    for (const name of ['s1', 's2', 's3']) await searches(work(name))
    await Promise.all([
      searches(work('s4')),
      ...['f1', 'f2', 'f3'].map((name) => files(work(name))),
      ...['s5', 's6'].map((name) => searches(work(name))),
    ])
    expect(done.slice(3)).toEqual(['s4', 'f1', 's5', 'f2', 's6', 'f3'])
  })

  it('are free again after work that failed', async () => {
    const inPlace = openPlaces(1)({ waiting: 0 })
    await expect(inPlace(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await inPlace(async () => 'yes')).toBe('yes')
  })
})

/** Two classes that share one place, and work that lasts some ms of a clock that nothing else moves. */
function twoClasses() {
  const time = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => time.mockRestore())
  const openClass = openPlaces(1)
  const done: string[] = []
  return {
    searches: openClass({ waiting: 10 }),
    files: openClass({ waiting: 10 }),
    done,
    work:
      (name: string, ms = 10) =>
      async () => {
        done.push(name)
        time.mockReturnValue(performance.now() + ms)
      },
  }
}

describe('many calls that add up much', () => {
  const api = testApi()

  it('answer 200 or at once 503 with Retry-After, and leave the feed alive', async () => {
    const creator = await makeCreator(api)
    const [answers, feed] = await Promise.all([
      Promise.all(Array.from({ length: 60 }, () => api.call(creator, analytics.get, {}))),
      api.call(creator, posts.feed, {}),
    ])
    expect(feed.status).toBe(200)
    const refused = answers.filter((it) => it.status !== 200)
    expect(refused.length).toBeGreaterThan(0)
    for (const it of refused) {
      expect([it.status, it.refusal.error]).toEqual([503, 'unavailable'])
      expect(it.headers.get('retry-after')).toBe('1')
    }
    expect((await api.call(creator, analytics.get, {})).status).toBe(200)
  })
})
