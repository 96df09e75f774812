import { expect, it } from 'vitest'
import { remindsFrom } from './renewal-reminder.ts'

const dayMs = 86_400_000
const renewsAt = Date.UTC(2026, 5, 15)
const paid = { isBundle: false, freeSince: null }
const freeFor = (days: number) => ({ isBundle: false, freeSince: renewsAt - days * dayMs })

it.each([
  ['a month', paid, 3],
  ['a bundle', { ...paid, isBundle: true }, 7],
  ['a trial of thirty days', freeFor(30), 3],
  ['a trial of seven days', freeFor(7), 3],
  ['a trial of six days', freeFor(6), 3],
  ['a trial of three days', freeFor(3), 1.5],
  ['a trial of one day', freeFor(1), 0.5],
])('reminds of the renewal after %s', (_what, facts, days) => {
  expect((renewsAt - remindsFrom({ renewsAt, ...facts })) / dayMs).toBe(days)
})
