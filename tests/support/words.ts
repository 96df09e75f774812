import en from '../../messages/en.json' with { type: 'json' }
import fr from '../../messages/fr.json' with { type: 'json' }

export type Words = Omit<typeof en | typeof fr, '$schema'>

/** Both catalogues, for journeys that run in each language. */
export const languages: [locale: 'en-US' | 'fr-FR', words: Words][] = [
  ['en-US', en],
  ['fr-FR', fr],
]
