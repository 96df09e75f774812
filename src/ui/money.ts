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
