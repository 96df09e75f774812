import { expect, it } from 'vitest'
import { fourAtOnce } from './at-once.ts'

async function* numbers(count: number) {
  for (let n = 0; n < count; n++) yield n
}
const aTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

it('does each item once, four at a time', async () => {
  const done: number[] = []
  let [running, most] = [0, 0]
  await fourAtOnce(numbers(20), async (n) => {
    most = Math.max(most, ++running)
    await aTurn()
    running--
    done.push(n)
  })
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n))
  expect(most).toBe(4)
})

it('throws the first error once those under way have ended, and begins no other', async () => {
  const ended: number[] = []
  const others = Promise.withResolvers<void>()
  const copied = fourAtOnce(numbers(20), async (n) => {
    if (n === 1) throw new Error('the disk is full')
    await others.promise
    ended.push(n)
  })
  await aTurn()
  others.resolve()
  await expect(copied).rejects.toThrow('the disk is full')
  expect(ended).toEqual([0, 2, 3])
})

it('throws what reading the items throws', async () => {
  async function* damaged() {
    yield 1
    throw new Error('damaged')
  }
  await expect(fourAtOnce(damaged(), async () => undefined)).rejects.toThrow('damaged')
})
