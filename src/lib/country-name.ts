import { languageTag } from './money.ts'

/** The name of a country in the viewer's language: `BE` is "Belgium". */
export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames([languageTag()], { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
