import { expect, it } from 'vitest'
import { estimate } from './making.ts'

it.each([
  ['nothing before a twentieth is made', [100, 0, 4, 10_000], { part: 0.04, secondsLeft: null }],
  ['what the rest takes at the speed so far', [100, 0, 25, 60_000], { part: 0.25, secondsLeft: 180 }],
  ['nothing of what another process made before', [100, 50, 52, 60_000], { part: 0.52, secondsLeft: null }],
  ['the speed of this process alone', [100, 50, 75, 60_000], { part: 0.75, secondsLeft: 60 }],
  ['that it is done', [100, 0, 100, 60_000], { part: 1, secondsLeft: 0 }],
] as const)('says %s', (_, [whole, before, made, ms], expected) => {
  expect(estimate(whole, before, made, ms)).toEqual(expected)
})
