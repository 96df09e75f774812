import { afterEach, expect, test } from 'vitest'
import { currency } from '../../contract/limits.ts'
import { overwriteGetLocale } from '../paraglide/runtime.js'
import { coinInput, coinsText, coinText, languageTag, moneyHtml, moneyText } from './money.ts'
import { parseCoins } from './parse-coins.ts'

afterEach(() => overwriteGetLocale(() => 'en'))

test.each(['en', 'fr'] as const)('formats amounts as Intl does, with a real minus: %s', (locale) => {
  overwriteGetLocale(() => locale)
  const whole = new Intl.NumberFormat(languageTag(), { maximumFractionDigits: 0 })
  const cents = new Intl.NumberFormat(languageTag(), { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const money = new Intl.NumberFormat(languageTag(), { style: 'currency', currency })
  for (const size of amounts) {
    for (const coins of size === 0 ? [0] : [size, -size]) {
      expect(coinText(coins)).toBe(withMinus((Number.isInteger(coins) ? whole : cents).format(coins)))
      expect(moneyText(coins)).toBe(withMinus(money.format(coins)))
      expect(decoded(moneyHtml(coins))).toBe(withMinus(money.format(coins)))
      expect(moneyHtml(coins)).toMatch(/^[\0-\u00ff]*$/)
    }
  }
})

const withMinus = (text: string) => text.replace('-', '\u2212')

test.each([
  ['en', 1, '1 coin'],
  ['en', 0, '0 coins'],
  ['en', 1.5, '1.50 coins'],
  ['en', 12, '12 coins'],
  ['fr', 0, '0 pièce'],
  ['fr', 1, '1 pièce'],
  ['fr', 1.5, '1,50 pièce'],
  ['fr', 2, '2 pièces'],
] as const)('an amount has its word: %s %d', (locale, coins, text) => {
  overwriteGetLocale(() => locale)
  expect(coinsText(coins)).toBe(text)
})

test.each([
  ['en', 1_250, '1250'],
  ['en', 39.9, '39.90'],
  ['fr', 39.99, '39,99'],
] as const)('a field has an amount that it reads again: %s %d', (locale, coins, text) => {
  overwriteGetLocale(() => locale)
  expect(coinInput(coins)).toBe(text)
  expect(parseCoins(text, { min: 0, max: 10_000_000 })).toBe(coins)
})

/** Every cent up to 21 coins, then ever larger steps up to ten million coins. */
const amounts = [
  ...Array.from({ length: 2_100 }, (_, cents) => cents / 100),
  ...Array.from({ length: 400 }, (_, at) => Math.round(21_00 * 1.0331 ** at) / 100).filter((it) => it < 1e7),
  1e3,
  1e6,
  999.99,
  999_999.99,
]

const decoded = (html: string): string => html.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
