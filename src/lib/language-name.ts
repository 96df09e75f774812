import { languageTag } from './money.ts'

/** The name of a language in the viewer's: `pt-br` is "Brazilian Portuguese". */
export function languageName(language: string): string {
  try {
    return new Intl.DisplayNames([languageTag()], { type: 'language' }).of(language) ?? language
  } catch {
    return language
  }
}
