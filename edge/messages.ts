import { type Locale, localeTags } from '../contract/hosts.ts'
import { messagesCacheHours } from '../contract/limits.ts'
import en from '../messages/en.json'
import fr from '../messages/fr.json'

/** A message of the catalogue, for the few responses that the edge writes itself. */
export function message(locale: Locale, key: keyof typeof en & keyof typeof fr): string {
  return String(catalogues[locale][key])
}

/**
 * `/_i18n/{locale}/messages.json` (spec §7): the whole catalogue, cached for 24 hours, without a cookie (safety
 * §13). Null for an unsupported locale.
 */
export async function messagesFile(name: string, request: Request): Promise<Response | null> {
  if (name !== 'en' && name !== 'fr' && name !== 'en-US') return null
  const file = await fileOf(name === 'fr' ? 'fr' : 'en')
  const headers = new Headers({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': `public, max-age=${messagesCacheHours * 3600}`,
    'content-language': localeTags[name === 'fr' ? 'fr' : 'en'],
    etag: file.etag,
    vary: 'Accept-Encoding',
  })
  if (sameTag(request.headers.get('if-none-match'), file.etag)) return new Response(null, { status: 304, headers })
  return new Response(file.text, { headers })
}

const catalogues = { en, fr }
const files = new Map<Locale, { text: string; etag: string }>()

async function fileOf(locale: Locale): Promise<{ text: string; etag: string }> {
  const known = files.get(locale)
  if (known) return known
  const text = JSON.stringify(catalogues[locale])
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const hex = Array.from(new Uint8Array(digest).slice(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('')
  // A weak tag, because the same catalogue is sent compressed or not.
  const file = { text, etag: `W/"${hex}"` }
  files.set(locale, file)
  return file
}

function sameTag(header: string | null, etag: string): boolean {
  const bare = etag.replace(/^W\//, '')
  return (header ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === bare)
}
