import type { Media } from '../../contract/media.ts'
import { languageName } from '../lib/language-name.ts'
import { m } from '../paraglide/messages.js'

/** The language of captions, and whether only a machine has read them. */
export function captionsName({ language, by_machine }: Omit<Media['captions'][number], 'url'>): string {
  const name = languageName(language)
  return by_machine ? m.captions_by_machine({ language: name }) : name
}
