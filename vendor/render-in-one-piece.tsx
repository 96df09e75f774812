import type { AnyRouter } from '@tanstack/react-router'
import {
  defineHandlerCallback,
  getSsrStatus,
  RouterServer,
  renderRouterToStream,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server'
import { renderToString } from 'react-dom/server'

/**
 * For `@tanstack/react-router` 1.170 and `react-dom` 19.3, instead of Start's `defaultStreamHandler`: renders a page to one
 * string. Loaders have answered before rendering begins, so there is nothing to stream, and streaming costs the edge
 * 1.7 times the CPU (docs/decisions/page-rendering.md). A page that waits for code (a `lazy` part that this isolate has
 * not loaded yet) is rendered as a stream, which waits with it, and so is one that fails, so that its error is reported.
 */
export const renderInOnePiece = defineHandlerCallback(async ({ request, router, responseHeaders }) => {
  const children = <RouterServer router={router} />
  keepHydrationTags(router)
  const html = finishedHtml(() => renderToString(children))
  if (html === null) return renderRouterToStream({ request, router, responseHeaders, children })
  const page = await transformHtmlStringWithRouter(router, html)
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
