import { createRootRoute, createRoute, createRouter, Outlet, Scripts } from '@tanstack/react-router'
import { createRequestHandler } from '@tanstack/react-router/ssr/server'
import { lazy, type ReactNode, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderInOnePiece, unfinishedBoundary } from './render-in-one-piece.tsx'

afterEach(() => vi.restoreAllMocks())

describe('a page', () => {
  it('of finished parts is one string with the scripts of its hydration', async () => {
    const { html, renderings } = await rendered(() => <p>ready</p>)
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en">/)
    expect(html).toContain('<p>ready</p>')
    expect(scriptsIn(html)).toBe(1)
    expect(renderings).toBe(1)
  })

  it('with a part whose code is still to come waits for it, and has it in its place', async () => {
    const Late = lazy(async () => ({ default: () => <p>late</p> }))
    const page = () => (
      <Suspense fallback={<p>waiting</p>}>
        <Late />
      </Suspense>
    )
    const first = await rendered(page)
    expect(first.html).toMatch(/<body>(?:<!--\$-->)+<p>late<\/p>/)
    expect(scriptsIn(first.html)).toBe(1)
    expect(first.renderings).toBeGreaterThan(1)
    const second = await rendered(page)
    expect(second.html).toContain('<p>late</p>')
    expect(second.renderings).toBe(1)
  })

  it('that fails is left to the stream, which reports the error', async () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => {})
    const failing = () => {
      throw new Error('broken part')
    }
    const { html } = await rendered(failing)
    expect(report.mock.calls.flat().map(String)).toContain('Error: broken part')
    expect(scriptsIn(html)).toBe(1)
  })
})

describe('React', () => {
  it('marks a boundary that shows its fallback, and only that', () => {
    const Never = lazy(() => new Promise<never>(() => {}))
    const boundary = (child: ReactNode) => renderToString(<Suspense fallback="waiting">{child}</Suspense>)
    expect(boundary(<Never />)).toContain(unfinishedBoundary)
    expect(boundary(`${unfinishedBoundary} as text`)).not.toContain(unfinishedBoundary)
  })
})

/** The page of a router whose one route shows this, and how often it was rendered. */
async function rendered(Page: () => ReactNode): Promise<{ html: string; renderings: number }> {
  let renderings = 0
  const root = createRootRoute({
    component: () => {
      renderings++
      return (
        <html lang="en">
          <body>
            <Outlet />
            <Scripts />
          </body>
        </html>
      )
    },
  })
  const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/', component: Page })])
  const handle = createRequestHandler({
    request: new Request('http://localhost/'),
    createRouter: () => createRouter({ routeTree, isServer: true }),
  })
  const answer = await handle(renderInOnePiece)
  return { html: await answer.text(), renderings }
}

/** How often a page starts the hydration of its router. */
const scriptsIn = (html: string) => html.split('$_TSR.router=').length - 1
