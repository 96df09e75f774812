import type { Locale } from './hosts.ts'

/** The picture of a creator's page on other sites; a path, drawn in this language (product §67). */
export const creatorCard = (username: string, locale: Locale): string => `/media/cards/creator/${username}/${locale}`

/** The same of a post that everyone may see. */
export const postCard = (id: string, locale: Locale): string => `/media/cards/post/${id}/${locale}`

export const shareCardSize = { width: 1200, height: 630 } as const

export const isShareCardLocale = (value: string): value is Locale => value === 'en' || value === 'fr'
