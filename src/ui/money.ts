import { currency } from '../../contract/limits.ts'
import { getLocale } from '../paraglide/runtime.js'

/** An amount of coins as the viewer's language writes it: `9.99`, `9,99`, `1,250`. Whole coins have no decimals. */
export function coinText(coins: number): string {
  return format(Number.isInteger(coins) ? 'coins' : 'cents').format(coins)
}

/** The same amount as money: `€9.99`, `9,99 €`. One coin is one unit of the settlement currency (PRODUCT 1). */
export function moneyText(coins: number): string {
  return format('money').format(coins)
}

/**
 * The same as HTML, with references for signs beyond Latin-1. A single euro sign would make the server handle a whole page
 * as text of two bytes a letter, which costs it a tenth of the page.
 */
export function moneyHtml(coins: number): string {
  let html = ''
  // Sign by sign, since what `replace` makes of such a text is again of two bytes a letter.
  for (const sign of moneyText(coins)) html += sign > '\u00ff' ? `&#${sign.codePointAt(0)};` : sign
  return html
}

/** The language tag for formats; plain English is American (SPEC §1). */
export function languageTag(): string {
  return getLocale() === 'fr' ? 'fr-FR' : 'en-US'
}

const styles = {
  coins: { maximumFractionDigits: 0 },
  cents: { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  money: { style: 'currency', currency },
} as const satisfies Record<string, Intl.NumberFormatOptions>

const formats = new Map<string, Intl.NumberFormat>()

/** Formats are dear to make and free to keep; the server renders thousands of amounts a second. */
function format(style: keyof typeof styles): Intl.NumberFormat {
  const tag = languageTag()
  const key = tag + style
  let made = formats.get(key)
  if (!made) formats.set(key, (made = new Intl.NumberFormat(tag, styles[style])))
  return made
}
