import { describe, expect, it } from 'vitest'
import { batch } from './batch.ts'

/** A statement that waits until the test lets it answer, with the inputs of each of its runs. */
function createGatedStatement() {
  const runs: string[][] = []
  const open: (() => void)[] = []
  const run = async (inputs: string[]) => {
    runs.push(inputs)
    await new Promise<void>((resolve) => open.push(resolve))
    if (inputs.includes('bad')) throw Object.assign(new Error('no such thing'), { code: '22P02' })
    if (inputs.includes('lost')) throw Object.assign(new Error('gone'), { code: '57P01' })
    return inputs.map((input) => input.toUpperCase())
  }
  const untilRuns = async (count: number) => {
    while (runs.length < count) await new Promise((resolve) => setImmediate(resolve))
  }
  return { run, runs, open, untilRuns }
}

describe('batch', () => {
  it('answers concurrent calls from one statement, each with its own answer', async () => {
    const { run, runs, open, untilRuns } = createGatedStatement()
    const call = batch({ run })
    const answers = Promise.all([call('a'), call('b'), call('c')])
    await untilRuns(1)
    open[0]?.()
    expect(await answers).toEqual(['A', 'B', 'C'])
    expect(runs).toEqual([['a', 'b', 'c']])
  })

  it('never answers a call from a statement that began before it', async () => {
    const { run, runs, open, untilRuns } = createGatedStatement()
    const call = batch({ run })
    const first = call('a')
    await untilRuns(1)
    const second = call('a')
    open[0]?.()
    await first
    await untilRuns(2)
    open[1]?.()
    expect(await second).toBe('A')
    expect(runs).toEqual([['a'], ['a']])
  })

  it('starts another statement when one takes long', async () => {
    const { run, open, untilRuns } = createGatedStatement()
    const call = batch({ run })
    const slow = call('slow')
    await untilRuns(1)
    const quick = call('quick')
    await untilRuns(2)
    open[1]?.()
    expect(await quick).toBe('QUICK')
    open[0]?.()
    expect(await slow).toBe('SLOW')
  })

  it('answers the other calls when one input is rejected', async () => {
    const { run, runs, open, untilRuns } = createGatedStatement()
    const call = batch({ run })
    const settled = Promise.allSettled([call('a'), call('bad'), call('c')])
    await untilRuns(1)
    open[0]?.()
    await untilRuns(4)
    for (const one of open) one()
    expect((await settled).map((it) => it.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(runs.slice(1)).toEqual([['a'], ['bad'], ['c']])
  })

  it('does not retry after a lost connection', async () => {
    const { run, runs, open, untilRuns } = createGatedStatement()
    const call = batch({ run })
    const settled = Promise.allSettled([call('a'), call('lost')])
    await untilRuns(1)
    open[0]?.()
    expect((await settled).map((it) => it.status)).toEqual(['rejected', 'rejected'])
    expect(runs).toHaveLength(1)
  })

  it('runs inputs of one key one after the other, in their order', async () => {
    const { run, runs, open, untilRuns } = createGatedStatement()
    const call = batch({ run, key: (it) => it.slice(0, 1) })
    const answers = Promise.all([call('a1'), call('a2'), call('b1'), call('a3')])
    for (let turn = 0; turn < 3; turn++) {
      await untilRuns(turn + 1)
      open[turn]?.()
    }
    expect(await answers).toEqual(['A1', 'A2', 'B1', 'A3'])
    expect(runs).toEqual([['a1', 'b1'], ['a2'], ['a3']])
  })

  it('delays only the inputs that share a key with a slow statement', async () => {
    const { run, runs, open, untilRuns } = createGatedStatement()
    const call = batch({ run, key: (it) => it.slice(0, 1) })
    const slow = call('a1')
    await untilRuns(1)
    const after = call('a2')
    const beside = call('b1')
    await untilRuns(2)
    open[1]?.()
    expect(await beside).toBe('B1')
    expect(runs).toEqual([['a1'], ['b1']])
    open[0]?.()
    await slow
    await untilRuns(3)
    open[2]?.()
    expect(await after).toBe('A2')
  })
})
