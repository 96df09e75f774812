import {
  defineHandlerCallback,
  getSsrStatus,
  renderRouterToStream,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server'
import type { AnyRouter } from '@tanstack/react-router'
import { createServerEntry, createStartHandler, StartServer } from '@tanstack/react-start/server'
import { renderToString } from 'react-dom/server'
import { inLocaleOf } from './server/locale.server.ts'

/**
 * Renders pages as one text: loaders have answered before rendering begins, so there is nothing to stream, and the
 * machinery of streams costs a third of a page's time (docs/decisions/page-rendering.md). A page that waits for
 * code (a `lazy` part that this isolate has not loaded yet) is rendered as a stream, which waits with it.
 */
const render = defineHandlerCallback(async ({ request, router, responseHeaders }) => {
  const children = <StartServer router={router} />
  keepHydrationTags(router)
  const html = finished(() => renderToString(children))
  if (html === null) return renderRouterToStream({ request, router, responseHeaders, children })
  const page = await transformHtmlStringWithRouter(router, html)
  // Left to `Response`, text that is not plain ASCII is written out letter by letter.
  return new Response(utf8.encode(page), { status: getSsrStatus(router), headers: responseHeaders })
})

const utf8 = new TextEncoder()
const start = createStartHandler(render)

/** Pages and server functions, in the language that the edge has found for the request. */
export default createServerEntry({ fetch: (request, options) => inLocaleOf(request, () => start(request, options)) })

/** The text of a rendering in which nothing waits or fails; null for any other, which the stream then deals with. */
function finished(renderPage: () => string): string | null {
  try {
    const html = renderPage()
    // The end of the mark is rarer than its beginning, and found faster.
    return html.includes(unfinishedBoundary.slice(4)) && html.includes(unfinishedBoundary) ? null : html
  } catch {
    return null
  }
}

/** React's mark where a Suspense boundary shows its fallback; text of people is escaped and cannot hold it. */
const unfinishedBoundary = '<!--$!-->'

/** The router hands the scripts of hydration out once; a second rendering of the same page needs them again. */
function keepHydrationTags(router: AnyRouter): void {
  const ssr = router.serverSsr
  if (ssr === undefined) return
  const take = ssr.takeInitialHydrationScriptTags
  let tags: ReturnType<typeof take>
  ssr.takeInitialHydrationScriptTags = () => (tags ??= take())
}
