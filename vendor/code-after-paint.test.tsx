import { createRootRoute, createRouter, HeadContent, Scripts } from '@tanstack/react-router'
import { createRequestHandler } from '@tanstack/react-router/ssr/server'
import { describe, expect, it } from 'vitest'
import { codeAfterPaint } from './code-after-paint.ts'
import { renderInOnePiece } from './render-in-one-piece.tsx'

describe('a page that names its code', () => {
  it('asks for the same files by one script with its nonce, the entry first', async () => {
    const html = await rendered('n0nce')
    expect(html).not.toMatch(/<link rel="modulepreload"/)
    expect(html).not.toMatch(/<script[^>]* src=/)
    expect(html).toMatch(/<script nonce="n0nce">\(f=>.*\)\(\["\/assets\/entry\.js","\/assets\/route\.js"\]\)<\/script>/)
  })

  it('shows the rest as it was rendered', async () => {
    const html = await rendered()
    expect(html).toMatch(/<title>A page<\/title>.*<p>ready<\/p>.*\$_TSR\.router=/s)
    expect(html).toContain('<script>(f=>')
  })
})

it('leaves a page without code as it is', () => {
  const html = '<head><link rel="modulepreload" href="/a.js"></head><p>text</p>'
  expect(codeAfterPaint(html)).toBe(html)
})

/** The page of a router with the manifest that Start makes of a build. */
async function rendered(nonce?: string): Promise<string> {
  const root = createRootRoute({
    head: () => ({ meta: [{ title: 'A page' }] }),
    component: () => (
      <html lang="en">
        <head>
          <HeadContent />
        </head>
        <body>
          <p>ready</p>
          <Scripts />
        </body>
      </html>
    ),
  })
  const manifest = {
    routes: {
      __root__: {
        preloads: ['/assets/entry.js', '/assets/route.js'],
        scripts: [{ attrs: { type: 'module', async: true, src: '/assets/entry.js' } }],
      },
    },
  }
  const handle = createRequestHandler({
    request: new Request('http://localhost/'),
    createRouter: () => {
      const router = createRouter({ routeTree: root, isServer: true, ...(nonce && { ssr: { nonce } }) })
      // `createRequestHandler` gives the router no manifest; Start's own handler does.
      let own: object
      Object.defineProperty(router, 'ssr', { get: () => ({ ...own, manifest }), set: (it: object) => (own = it) })
      return router
    },
  })
  return (await handle(renderInOnePiece)).text()
}
