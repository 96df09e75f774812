import { edgeHeaders } from '../../contract/edge.ts'

/**
 * Stands in for the app behind the edge: the page contains the request that it got, and a few paths misbehave. It
 * counts its renderings, so that a test sees which answers came from the cache.
 */
let rendered = 0

export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === '/throws') throw new Error('The app broke.')
    rendered += 1
    const nonce = request.headers.get(edgeHeaders.nonce)
    const facts = JSON.stringify({ rendered, url: request.url, method: request.method, headers: [...request.headers] })
    const html = `<html><script nonce="${nonce}">/*${facts.replaceAll('<', '')}*/</script></html>`
    const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' })
    if (pathname === '/@cookie') headers.append('set-cookie', 'seen=1')
    if (pathname === '/shared-cookie') headers.append('set-cookie', 'seen=1; Domain=.fanfare.example; Path=/')
    if (pathname === '/@private') headers.set('cache-control', 'private')
    const status = pathname === '/missing' ? 404 : pathname === '/@broken' ? 500 : 200
    return new Response(html, { status, headers })
  },
}
