import { centsOf } from '../../contract/coins.ts'
import { m } from '../paraglide/messages.js'
import { getLocale, type Locale } from '../paraglide/runtime.js'

/*
 * Written by hand, for `Intl.NumberFormat` takes 30 ms of a laptop and 120 ms of a phone to make, in the middle of a
 * page coming to life. The test holds every amount against it.
 */

/** An amount of coins as the viewer's language writes it: `9.99`, `9,99`, `1,250`. Whole coins have no decimals. */
export function coinText(coins: number): string {
  return amount(centsOf(coins), Number.isInteger(coins), text[getLocale()])
}

/** The same as a field for amounts has it, without groups: `1250`, `39,99`. */
export function coinInput(coins: number): string {
  return amount(centsOf(coins), Number.isInteger(coins), { ...text[getLocale()], group: '', minus: '-' })
}

/** The same amount with its word, for sentences: `1 coin`, `12 coins`, `1,50 pièce`. */
export function coinsText(coins: number): string {
  return `${coinText(coins)} ${m.ui_coins({ count: coins })}`
}

/** The same amount as money: `€9.99`, `9,99 €`. One coin is one unit of the settlement currency (product §1). */
export function moneyText(coins: number): string {
  return money(coins, text[getLocale()])
}

/**
 * The same as HTML, with references for signs beyond Latin-1. A single euro sign would make the server handle a whole
 * page as text of two bytes a letter, which costs it a tenth of the page.
 */
export function moneyHtml(coins: number): string {
  return money(coins, html[getLocale()])
}

/** The language tag for formats; plain English is American (spec §1). */
export function languageTag(): string {
  return getLocale() === 'fr' ? 'fr-FR' : 'en-US'
}

type Signs = { group: string; point: string; before: string; after: string; minus: string }

/** The separators of thousands and cents, the signs before and after an amount in euros, and a minus as wide as a digit. */
const text: Record<Locale, Signs> = {
  en: { group: ',', point: '.', before: '€', after: '', minus: '\u2212' },
  fr: { group: '\u202f', point: ',', before: '', after: '\u00a0€', minus: '\u2212' },
}
const html: Record<Locale, Signs> = {
  en: { ...text.en, before: '&#8364;', minus: '&#8722;' },
  fr: { ...text.fr, group: '&#8239;', after: '\u00a0&#8364;', minus: '&#8722;' },
}

function money(coins: number, signs: Signs): string {
  const cents = centsOf(coins)
  return `${cents < 0 ? signs.minus : ''}${signs.before}${amount(Math.abs(cents), false, signs)}${signs.after}`
}

function amount(cents: number, isWhole: boolean, { group, point, minus }: Signs): string {
  const size = Math.abs(cents)
  const whole = String(Math.floor(size / 100)).replace(/\B(?=(?:\d{3})+$)/g, group)
  const text = isWhole ? whole : `${whole}${point}${String(size % 100).padStart(2, '0')}`
  return cents < 0 ? `${minus}${text}` : text
}
