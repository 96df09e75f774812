import { centsOf, coinsOf } from '../../contract/coins.ts'

/** Coins as people write them (`9.99`, `9,99`), exact to the cent and within limits in cents; else null. */
export function parseCoins(written: string, { min, max }: { min: number; max: number }): number | null {
  const text = written.trim().replace(',', '.')
  const cents = /^\d{1,7}(\.\d{1,2})?$/.test(text) ? centsOf(Number(text)) : null
  return cents !== null && cents >= min && cents <= max ? coinsOf(cents) : null
}
