/** Coins as people write them (`9.99`, `9,99`), exact to the cent and within limits in cents; else null. */
export function parseCoins(written: string, { min, max }: { min: number; max: number }): number | null {
  const text = written.trim().replace(',', '.')
  const whole = /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : null
  return whole !== null && whole >= min && whole <= max ? whole / 100 : null
}
