import { localeCookie, localeCookieDays } from '../../contract/limits.ts'
import { addressIn } from '../lib/language-host.ts'
import { m } from '../paraglide/messages.js'
import { getLocale } from '../paraglide/runtime.js'

const languages = [
  ['en', 'English'],
  ['fr', 'Français'],
] as const

/** The two languages by their own names; choosing one is remembered for a year (spec §9) and reads the page again. */
export function LanguageSwitch() {
  const current = getLocale()
  return (
    <fieldset aria-label={m.ui_language()} className="inline-flex">
      {languages.map(([locale, name]) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          aria-pressed={locale === current}
          onClick={() => choose(locale)}
          className="min-h-11 px-2 text-ink-soft text-sm underline-offset-4 hover:text-ink aria-pressed:font-semibold aria-pressed:text-ink aria-pressed:underline"
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}

/** The root says in `<html data-cookie-domain>` which domain the hosts of production share; elsewhere there is none. */
function choose(locale: string) {
  const { cookieDomain } = document.documentElement.dataset
  const parts = [`${localeCookie}=${locale}`, 'path=/', `max-age=${localeCookieDays * 86_400}`, 'samesite=lax']
  if (cookieDomain) parts.push(`domain=${cookieDomain}`)
  if (location.protocol === 'https:') parts.push('secure')
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet.
  document.cookie = parts.join(';')
  const address = addressIn(locale, location.href, cookieDomain)
  if (address === null) location.reload()
  else location.assign(address)
}
