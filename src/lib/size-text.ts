import { languageTag } from './money.ts'

/** Bytes in decimal megabytes, from a gigabyte on in gigabytes, as the viewer's language writes it: `12 MB`, `12,3 Go`. Some are never 0. */
export function sizeText(bytes: number): string {
  const isLarge = bytes >= 1e9
  const amount = isLarge ? bytes / 1e9 : bytes / 1e6
  const unit = isLarge ? 'gigabyte' : 'megabyte'
  const format = new Intl.NumberFormat(languageTag(), { style: 'unit', unit, maximumFractionDigits: isLarge ? 1 : 0 })
  return format.format(bytes > 0 ? Math.max(1, amount) : 0)
}
