import { currency } from '../../contract/limits.ts'
import { getLocale } from '../paraglide/runtime.js'
import { kept } from './kept.ts'

/** An amount of coins as the viewer's language writes it: `9.99`, `9,99`, `1,250`. Whole coins have no decimals. */
export function coinText(coins: number): string {
  return written(Number.isInteger(coins) ? 'coins' : 'cents', coins)
}

/** The same amount as money: `€9.99`, `9,99 €`. One coin is one unit of the settlement currency (PRODUCT 1). */
export function moneyText(coins: number): string {
  return written('money', coins)
}

/**
 * The same as HTML, with references for signs beyond Latin-1. A single euro sign would make the server handle a whole page
 * as text of two bytes a letter, which costs it a tenth of the page.
 */
export function moneyHtml(coins: number): string {
  return remembered('html', coins, () => {
    let html = ''
    // Sign by sign, since what `replace` makes of such a text is again of two bytes a letter.
    for (const sign of moneyText(coins)) html += sign > '\u00ff' ? `&#${sign.codePointAt(0)};` : sign
    return html
  })
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

/** The same few prices are written again and again, and dearly: the last thousand are remembered. */
function remembered(style: string, coins: number, write: () => string): string {
  const key = `${getLocale()}${style}${coins}`
  const known = texts.get(key)
  if (known !== undefined) return known
  if (texts.size >= 1_000) texts.clear()
  const text = write()
  texts.set(key, text)
  return text
}
const texts = new Map<string, string>()

const written = (style: keyof typeof styles, coins: number): string =>
  remembered(style, coins, () => format(style).format(coins))

const formats = new Map<string, Intl.NumberFormat>()

/** Formats are dear to make and free to keep; the server renders thousands of amounts a second. */
function format(style: keyof typeof styles): Intl.NumberFormat {
  const tag = languageTag()
  return kept(formats, tag + style, () => new Intl.NumberFormat(tag, styles[style]))
}
