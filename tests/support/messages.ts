import en from '../../messages/en.json' with { type: 'json' }
import fr from '../../messages/fr.json' with { type: 'json' }

export type Messages = Omit<typeof en | typeof fr, '$schema'>

/** Both catalogues, for journeys that run in each language. */
export const languages: [locale: 'en-US' | 'fr-FR', messages: Messages][] = [
  ['en-US', en],
  ['fr-FR', fr],
]
