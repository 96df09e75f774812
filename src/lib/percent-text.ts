import { getOrCreate } from './get-or-create.ts'
import { languageTag } from './money.ts'

/** A share as the viewer's language writes it: `42%`, `42 %`. */
export const percentText = (share: number): string =>
  getOrCreate(formats, languageTag(), () => new Intl.NumberFormat(languageTag(), { style: 'percent' })).format(share)
const formats = new Map<string, Intl.NumberFormat>()
