import type { AnyRouter } from '@tanstack/react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { catchSkippedTransitions } from './view-transition.ts'

const skipped = () => Promise.reject(new DOMException('Viewport size changed', 'InvalidStateError'))
const started = vi.fn((change: () => Promise<void>) => ({
  ready: skipped(),
  finished: skipped(),
  updateCallbackDone: change(),
}))
afterEach(() => vi.unstubAllGlobals())

it('changes the page and leaves no error uncaught when the browser skips the transition', async () => {
  const uncaught = vi.fn()
  process.on('unhandledRejection', uncaught)
  vi.stubGlobal('document', { startViewTransition: started })
  const change = vi.fn(async () => undefined)
  await routerWith(true).startViewTransition(change)
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', uncaught)
  expect([started.mock.calls.length, change.mock.calls.length, uncaught.mock.calls.length]).toEqual([1, 1, 0])
})

it('changes the page at once where a navigation wants no transition', async () => {
  vi.stubGlobal('document', { startViewTransition: vi.fn() })
  const change = vi.fn(async () => undefined)
  await routerWith(false).startViewTransition(change)
  expect(change).toHaveBeenCalledOnce()
  expect(document.startViewTransition).not.toHaveBeenCalled()
})

function routerWith(shouldViewTransition: boolean): AnyRouter {
  const router = { shouldViewTransition, options: { defaultViewTransition: true } } as unknown as AnyRouter
  catchSkippedTransitions(router)
  return router
}
