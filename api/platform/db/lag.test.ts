import { expect, it } from 'vitest'
import { lagMs, positionOf } from './lag.ts'

it.each([
  ['0/0', 0n],
  ['0/16B3748', 0x16b3748n],
  ['16/B374D848', 0x16b374d848n],
  ['1/0', 0x100000000n],
])('reads the position %s', (written, position) => expect(positionOf(written)).toBe(position))

const samples = [100n, 200n, 300n].map((position, index) => ({ at: index * 1_000, position }))

it.each([
  ['is up to date', 300n, 2_500, 500],
  ['is further than the last look at the primary', 350n, 2_500, 500],
  ['has not replayed the last second', 299n, 2_500, 1_500],
  ['stands still', 100n, 2_500, 2_500],
  ['is behind all that is known', 99n, 2_500, Number.POSITIVE_INFINITY],
])('knows how old a replica is that %s', (_, replayed, now, lag) => expect(lagMs(samples, replayed, now)).toBe(lag))

it('calls a replica of a primary without writes as new as the last look', () => {
  const idle = [0, 1_000, 2_000].map((at) => ({ at, position: 100n }))
  expect(lagMs(idle, 100n, 2_000)).toBe(0)
})
