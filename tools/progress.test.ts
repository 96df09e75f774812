import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { progress } from './progress.mjs'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('without a terminal writes a line every ten seconds until the step ends', () => {
  const lines: string[] = []
  const done = progress('Building', { log: (line) => lines.push(line) })
  vi.advanceTimersByTime(25_000)
  done()
  vi.advanceTimersByTime(60_000)
  expect(lines).toEqual(['Building…', 'Building… 10 s', 'Building… 20 s'])
})

it('at a terminal counts the seconds up on one line', () => {
  const written: string[] = []
  const done = progress('Building', { out: { isTTY: true, write: (text) => written.push(text) } })
  vi.advanceTimersByTime(2_000)
  done()
  vi.advanceTimersByTime(60_000)
  expect(written).toEqual(['\rBuilding… 0 s', '\rBuilding… 1 s', '\rBuilding… 2 s', '\rBuilding… 2 s\n'])
})
