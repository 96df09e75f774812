import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hasNewBuild, reloadForNewBuild } from './new-build.ts'

let served: () => Response
const page = new EventTarget()
const stored = new Map<string, string>()
const reload = vi.fn()
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => served())
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  stop = reloadForNewBuild(reload)
})
afterEach(() => {
  stop()
  reload.mockClear()
  stored.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const list = (...files: string[]) => Response.json(files)
const fileIsMissing = async () => {
  page.dispatchEvent(new Event('vite:preloadError'))
  await vi.advanceTimersByTimeAsync(0)
}

it.each<[string, () => Response, boolean]>([
  ['has the page’s own file', () => list('/assets/a.js', '/assets/own.js'), false],
  ['has other files', () => list('/assets/b.js'), true],
  ['is not there, as in development', () => new Response('<html>', { status: 404 }), false],
  ['is a page', () => new Response('<html>'), false],
])('knows whether there is a new build where the list %s', async (_, answer, isNew) => {
  served = answer
  expect(await hasNewBuild('/assets/own.js')).toBe(isNew)
})

it('loads the page again for a missing file of an old build, once in ten seconds', async () => {
  served = () => list('/assets/b.js')
  await fileIsMissing()
  await fileIsMissing()
  expect(reload).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10_000)
  await fileIsMissing()
  expect(reload).toHaveBeenCalledTimes(2)
})

it('stays where the signal is lost, and where it is told to stop', async () => {
  served = () => {
    throw new TypeError('Failed to fetch')
  }
  await fileIsMissing()
  served = () => list('/assets/b.js')
  stop()
  await fileIsMissing()
  expect(reload).not.toHaveBeenCalled()
})
