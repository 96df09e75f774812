import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { focusNewPages } from './page-focus.ts'

const first = location.href
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
let stop = () => {}
// What another file has left on the page may have the focus.
beforeEach(cleanup)
afterEach(() => {
  stop()
  history.replaceState(history.state, '', first)
  document.body.replaceChildren()
})

it.each([
  ['gives the heading the focus that one has gone to before the code came', '/@mina', 'H1'],
  ['leaves the first page as it is', location.pathname, 'BODY'],
])('%s', (_, path, focused) => {
  document.body.append(document.createElement('h1'))
  history.replaceState(history.state, '', path)
  stop = focusNewPages(router)
  expect(document.activeElement?.tagName).toBe(focused)
})
