import { expect, it } from 'vitest'
import { collectVisits, type Visits } from './collected-visits.ts'
import type { Services } from './services.ts'

const ctx = { now: () => Date.UTC(2026, 10, 26) } as Services

it('ends a writing only when one that began before it has ended', async () => {
  const written: Visits[] = []
  let goOn: () => void = () => undefined
  const late = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const { count, flush } = collectVisits(async (_, visits) => {
    await late
    written.push(...visits)
  })
  count(ctx, 'a')
  count(ctx, 'a')
  const first = flush(ctx)
  let isSecondDone = false
  const second = flush(ctx).then(() => {
    isSecondDone = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isSecondDone).toBe(false)
  goOn()
  await Promise.all([first, second])
  expect(written).toEqual([{ id: 'a', day: '2026-11-26', visits: 2 }])
})

it('writes the next time what could not be written', async () => {
  const tries: number[] = []
  const { count, flush } = collectVisits(async (_, visits) => {
    tries.push(visits[0]?.visits ?? 0)
    if (tries.length === 1) throw new Error('The database is away')
  })
  count(ctx, 'a')
  await flush(ctx)
  count(ctx, 'a')
  await flush(ctx)
  await flush(ctx)
  expect(tries).toEqual([1, 2])
})
