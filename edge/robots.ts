import type { RequestContext } from './request-context.ts'

/** Lets search engines index public pages and says where they are listed, but no previews and no personal pages. */
export function robots(context: RequestContext): Response {
  const rules =
    context.host.kind === 'preview'
      ? ['Disallow: /']
      : [...personal.map((path) => `Disallow: ${path}`), '', `Sitemap: ${context.origin}/sitemap.xml`]
  const text = ['User-agent: *', ...rules, ''].join('\n')
  return new Response(text, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}

const personal = [
  '/api/',
  '/auth/',
  '/chat',
  '/settings',
  '/notifications',
  '/onboarding',
  '/upload',
  '/agency/',
  '/agencies',
  '/bookmarks',
  '/gift/',
  '/staff',
  '/@*/edit',
]
