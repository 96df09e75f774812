import type { Locale } from '../contract/hosts.ts'
import { newNonce } from './headers.ts'
import { say } from './messages.ts'
import { ownPage } from './own-page.ts'

/**
 * `/_i18n/{locale}/offline.html`: what the service worker keeps and shows where no page can be reached, the same for
 * everybody. Null for a locale that is not one of ours.
 */
export function offlinePage(name: string): Response | null {
  if (name !== 'en' && name !== 'fr') return null
  const locale: Locale = name
  const nonce = newNonce()
  const html = ownPage({
    locale,
    nonce,
    title: say(locale, 'edge_offline'),
    text: say(locale, 'edge_offline_text'),
    action: { href: '', words: say(locale, 'ui_retry') },
  })
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': locale,
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'same-origin',
      'cache-control': 'no-cache',
    },
  })
}
