import { runInNewContext } from 'node:vm'
import { beforeEach, expect, it, vi } from 'vitest'
import { discreetKey, isLockDue, lastTouchKey, readDiscreet, saveDiscreet } from './discreet.ts'
import { discreetScript } from './discreet-script.ts'

const stored = new Map<string, string>()
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
}
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', storage)
})
const off = { plain: false, lockMinutes: 0, leave: false }

it.each([
  ['nothing', null, off],
  ['what is no JSON', '{', off],
  ['another shape', '{"plain":"yes","lockMinutes":7,"leave":1}', off],
  ['a choice', '{"plain":true,"lockMinutes":5}', { plain: true, lockMinutes: 5, leave: false }],
])('reads %s', (_, text, chosen) => {
  if (text !== null) stored.set(discreetKey, text)
  expect(readDiscreet()).toEqual(chosen)
})

it('stores nothing where nothing is chosen', () => {
  saveDiscreet({ ...off, leave: true })
  expect(stored.has(discreetKey)).toBe(true)
  saveDiscreet(off)
  expect(stored.has(discreetKey)).toBe(false)
})

it.each([
  [5, 299_999, false],
  [5, 300_000, true],
  [0, 9_000_000, false],
  [5, null, false],
])(
  'with a lock after %i minutes and a touch %s ms ago: due is %s, in the page and in its head',
  (minutes, ago, due) => {
    const now = 1_800_000_000_000
    stored.set(discreetKey, JSON.stringify({ ...off, lockMinutes: minutes }))
    if (ago !== null) stored.set(lastTouchKey, String(now - ago))
    expect(isLockDue({ ...off, lockMinutes: minutes }, now)).toBe(due)
    const dataset: Record<string, string> = {}
    runInNewContext(discreetScript, {
      localStorage: storage,
      document: { documentElement: { dataset } },
      Date: { now: () => now },
    })
    expect('locked' in dataset).toBe(due)
  },
)
