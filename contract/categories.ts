import * as v from 'valibot'
import { text } from './shapes.ts'

/** What a creator mainly does; one of these, for people who look around. */
export const creatorCategories = [
  'photography',
  'music',
  'dance',
  'fitness',
  'fashion',
  'cosplay',
  'art',
  'comedy',
  'food',
  'games',
  'education',
  'lifestyle',
] as const
export type CreatorCategory = (typeof creatorCategories)[number]
export const creatorCategory = v.picklist(creatorCategories)

/** The languages that a creator can name, and fans can look for. */
export const creatorLanguages = [
  'en',
  'fr',
  'de',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'ro',
  'ru',
  'tr',
  'ar',
  'hi',
  'ja',
  'ko',
  'zh',
] as const
export type CreatorLanguage = (typeof creatorLanguages)[number]
export const creatorLanguage = v.picklist(creatorLanguages)

/** Tags and languages of one creator. */
export const tagsPerCreator = 5
export const languagesPerCreator = 5

/** A tag as it is stored: small letters, digits and `_`, without the `#`. */
export const creatorTag = v.pipe(
  text(31, 1),
  v.transform((tag) => tag.normalize('NFKC').toLowerCase().replace(/^#/, '')),
  v.regex(/^(?=.*\p{L})[\p{L}\p{N}_]{1,30}$/u),
)
