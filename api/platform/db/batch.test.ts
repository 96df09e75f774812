import { describe, expect, it } from 'vitest'
import { batch } from './batch.ts'

/** A statement that answers when it is let: what it was asked with, and how to let it answer. */
function gated() {
  const asked: string[][] = []
  const open: (() => void)[] = []
  const run = async (inputs: string[]) => {
    asked.push(inputs)
    await new Promise<void>((resolve) => open.push(resolve))
    if (inputs.includes('bad')) throw Object.assign(new Error('no such thing'), { code: '22P02' })
    if (inputs.includes('lost')) throw Object.assign(new Error('gone'), { code: '57P01' })
    return inputs.map((input) => input.toUpperCase())
  }
  const untilAsked = async (count: number) => {
    while (asked.length < count) await new Promise((resolve) => setImmediate(resolve))
  }
  return { run, asked, open, untilAsked }
}

describe('calls that go together', () => {
  it('answers each its own, those of one moment in one statement', async () => {
    const { run, asked, open, untilAsked } = gated()
    const ask = batch({ run })
    const answers = Promise.all([ask('a'), ask('b'), ask('c')])
    await untilAsked(1)
    open[0]?.()
    expect(await answers).toEqual(['A', 'B', 'C'])
    expect(asked).toEqual([['a', 'b', 'c']])
  })

  it('never answers a call from a statement that began before it', async () => {
    const { run, asked, open, untilAsked } = gated()
    const ask = batch({ run })
    const first = ask('a')
    await untilAsked(1)
    const second = ask('a')
    open[0]?.()
    await first
    await untilAsked(2)
    open[1]?.()
    expect(await second).toBe('A')
    expect(asked).toEqual([['a'], ['a']])
  })

  it('does not wait for a statement that takes long', async () => {
    const { run, open, untilAsked } = gated()
    const ask = batch({ run })
    const slow = ask('slow')
    await untilAsked(1)
    const quick = ask('quick')
    await untilAsked(2)
    open[1]?.()
    expect(await quick).toBe('QUICK')
    open[0]?.()
    expect(await slow).toBe('SLOW')
  })

  it('lets no input fail the others', async () => {
    const { run, asked, open, untilAsked } = gated()
    const ask = batch({ run })
    const settled = Promise.allSettled([ask('a'), ask('bad'), ask('c')])
    await untilAsked(1)
    open[0]?.()
    await untilAsked(4)
    for (const one of open) one()
    expect((await settled).map((it) => it.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(asked.slice(1)).toEqual([['a'], ['bad'], ['c']])
  })

  it('tries nothing again of which nobody knows whether it was written', async () => {
    const { run, asked, open, untilAsked } = gated()
    const ask = batch({ run })
    const settled = Promise.allSettled([ask('a'), ask('lost')])
    await untilAsked(1)
    open[0]?.()
    expect((await settled).map((it) => it.status)).toEqual(['rejected', 'rejected'])
    expect(asked).toHaveLength(1)
  })

  it('keeps what shares a key apart and in order', async () => {
    const { run, asked, open, untilAsked } = gated()
    const ask = batch({ run, key: (it) => it.slice(0, 1) })
    const answers = Promise.all([ask('a1'), ask('a2'), ask('b1'), ask('a3')])
    for (let turn = 0; turn < 3; turn++) {
      await untilAsked(turn + 1)
      open[turn]?.()
    }
    expect(await answers).toEqual(['A1', 'A2', 'B1', 'A3'])
    expect(asked).toEqual([['a1', 'b1'], ['a2'], ['a3']])
  })

  it('lets what shares a key with a slow statement wait for it, and nothing else', async () => {
    const { run, asked, open, untilAsked } = gated()
    const ask = batch({ run, key: (it) => it.slice(0, 1) })
    const slow = ask('a1')
    await untilAsked(1)
    const after = ask('a2')
    const beside = ask('b1')
    await untilAsked(2)
    open[1]?.()
    expect(await beside).toBe('B1')
    expect(asked).toEqual([['a1'], ['b1']])
    open[0]?.()
    await slow
    await untilAsked(3)
    open[2]?.()
    expect(await after).toBe('A2')
  })
})
