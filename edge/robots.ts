import type { Visit } from './request-context.ts'

/** Public pages may be found; previews, and what belongs to one person, may not. */
export function robots(visit: Visit): Response {
  const rules = visit.facts.kind === 'preview' ? ['Disallow: /'] : closed.map((path) => `Disallow: ${path}`)
  const text = ['User-agent: *', ...rules, ''].join('\n')
  return new Response(text, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}

const closed = [
  '/api/',
  '/auth/',
  '/chat',
  '/settings',
  '/notifications',
  '/onboarding',
  '/upload',
  '/agency/',
  '/agencies',
]
