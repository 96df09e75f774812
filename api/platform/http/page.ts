import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { appName } from '../../../contract/limits.ts'

type Page = { locale: 'en' | 'fr'; title: string; style: string; main: ReturnType<typeof html> }

/** A page of the API itself: without scripts, not cached, framed or indexed, and without a referrer. */
export function renderPage(c: Context, { locale, title, style, main }: Page): Response | Promise<Response> {
  const nonce = randomBytes(12).toString('base64')
  const page = html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${appName}</title>
<style nonce="${nonce}">${raw(style)}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>`
  return c.html(page, 200, {
    'cache-control': 'private, no-store',
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    // With `no-referrer` the browser sends a form with the origin `null`, which is refused.
    'referrer-policy': 'same-origin',
  })
}
