import type { AnyRouter } from '@tanstack/react-router'
import {
  defineHandlerCallback,
  getSsrStatus,
  RouterServer,
  renderRouterToStream,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server'
import type { ReactNode } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { codeAfterPaint } from './code-after-paint.ts'

/**
 * For `@tanstack/react-router` 1.170 and `react-dom` 19.3, instead of Start's `defaultStreamHandler`: renders a page to one
 * string. Loaders have answered before rendering begins, so there is nothing to stream, and streaming costs the edge
 * 1.7 times the CPU (docs/decisions/page-rendering.md). Where a page waits for code (a `lazy` part that this isolate has
 * not loaded yet), it is rendered again once that is there: a stream would send the part after the page, which moves when
 * it comes, also for everyone who is answered from the cache. A page that fails is left to the stream, which reports it.
 */
export const renderInOnePiece = defineHandlerCallback(async ({ request, router, responseHeaders }) => {
  const children = <RouterServer router={router} />
  keepHydrationTags(router)
  const inOnePiece = () => finishedHtml(() => renderToString(children))
  const html = inOnePiece() ?? ((await lateCodeIsThere(children)) ? inOnePiece() : null)
  if (html === null) return renderRouterToStream({ request, router, responseHeaders, children })
  const page = codeAfterPaint(await transformHtmlStringWithRouter(router, html))
  // Left to `Response`, text that is not plain ASCII is written out letter by letter.
  return new Response(utf8.encode(page), { status: getSsrStatus(router), headers: responseHeaders })
})

const utf8 = new TextEncoder()

/** The HTML of a page in which nothing waits or fails, else null. */
function finishedHtml(renderPage: () => string): string | null {
  try {
    const html = renderPage()
    // The end of the mark is rarer than its beginning, and found faster.
    return html.includes(unfinishedBoundary.slice(4)) && html.includes(unfinishedBoundary) ? null : html
  } catch {
    return null
  }
}

/** Renders a page once for the code that its parts load; false where it fails. */
async function lateCodeIsThere(children: ReactNode): Promise<boolean> {
  try {
    const stream = await renderToReadableStream(children, { onError: () => undefined })
    await stream.allReady
    await stream.cancel()
    return true
  } catch {
    return false
  }
}

/** React's mark where a Suspense boundary shows its fallback; text of people is escaped and cannot hold it. */
export const unfinishedBoundary = '<!--$!-->'

/** The router hands the scripts of hydration out once; a second rendering of the same page needs them again. */
function keepHydrationTags(router: AnyRouter): void {
  const ssr = router.serverSsr
  if (ssr === undefined) return
  const take = ssr.takeInitialHydrationScriptTags
  let tags: ReturnType<typeof take>
  ssr.takeInitialHydrationScriptTags = () => (tags ??= take())
}
