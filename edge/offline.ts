import { type Locale, localeTags } from '../contract/hosts.ts'
import { edgePage } from './edge-page.ts'
import { newNonce } from './headers.ts'
import { message } from './messages.ts'

/**
 * `/_i18n/{locale}/offline.html`: the page that the service worker stores and shows without a network, the same for
 * every visitor. Null for an unsupported locale.
 */
export function offlinePage(name: string): Response | null {
  if (name !== 'en' && name !== 'fr') return null
  const locale: Locale = name
  const nonce = newNonce()
  const html = edgePage({
    locale,
    nonce,
    title: message(locale, 'edge_offline'),
    text: message(locale, 'edge_offline_text'),
    action: { href: '', label: message(locale, 'ui_retry') },
  })
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': localeTags[locale],
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'same-origin',
      'cache-control': 'no-cache',
    },
  })
}
