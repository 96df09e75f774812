import en from '../../messages/en.json' with { type: 'json' }
import fr from '../../messages/fr.json' with { type: 'json' }

export type Words = Omit<typeof en | typeof fr, '$schema'>

/** Both languages, for journeys that are walked in each. */
export const languages: [locale: 'en-US' | 'fr-FR', words: Words][] = [
  ['en-US', en],
  ['fr-FR', fr],
]
