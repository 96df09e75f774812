import { lazy, Suspense, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToReadableStream } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { firstTouch } from './first-touch.ts'
import { replayClick } from './replay-click.ts'

beforeEach(() => {
  onClick.mockClear()
  delete document.documentElement.dataset.hydrated
})

// The first, because the first touch of a page comes once.
it('tells parts that wait for a touch of the one that came before the code', async () => {
  const onServer = await renderToReadableStream(<Page part={<Link />} />)
  await onServer.allReady
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = await new Response(onServer).text()
  Object.assign(window, { pressed: container.querySelector('a') })
  const Late = lazy(async () => {
    await firstTouch
    return { default: Link }
  })
  const root = hydrateRoot(container, <Page part={<Late />} />)
  await vi.waitFor(() => expect(onClick).toHaveBeenCalledTimes(1))
  root.unmount()
  container.remove()
})

it('presses what was pressed before its part of the page was hydrated, once', async () => {
  const onServer = await renderToReadableStream(<Page part={<Link />} />)
  await onServer.allReady
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = await new Response(onServer).text()
  const code = Promise.withResolvers<{ default: typeof Link }>()
  const Late = lazy(() => code.promise)
  const root = hydrateRoot(container, <Page part={<Late />} />)
  await vi.waitFor(() => expect(document.documentElement.dataset.hydrated).toBe('true'))
  const link = container.querySelector('a')
  link?.click()
  link?.click()
  expect(onClick).not.toHaveBeenCalled()
  code.resolve({ default: Link })
  await vi.waitFor(() => expect(onClick).toHaveBeenCalledTimes(1))
  link?.click()
  expect(onClick).toHaveBeenCalledTimes(2)
  root.unmount()
  container.remove()
})

const onClick = vi.fn((event: React.MouseEvent) => event.preventDefault())
const Link = () => (
  <a href="/login" aria-haspopup="dialog" onClick={onClick}>
    Subscribe
  </a>
)

function Page({ part }: { part: React.ReactNode }) {
  useEffect(replayClick, [])
  return (
    <main>
      <p>A page</p>
      <Suspense fallback={<p>…</p>}>{part}</Suspense>
    </main>
  )
}
