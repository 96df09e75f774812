import type { Locale } from '../../../contract/hosts.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import fr from '../../../messages/fr.json' with { type: 'json' }

/** The name as a card can write it; a name in letters that its typeface lacks is replaced by the username. */
export function cardName(displayName: string | null, username: string): string {
  const name = plain(displayName ?? '')
  return name !== '' && drawable.test(name) ? name : `@${username}`
}

/** The username, and how many follow and how many posts there are, each from ten on: a small number does not recommend a creator. */
export function cardLine(username: string, counts: { followers: number; posts: number }, locale: Locale): string {
  const labels = { en, fr }[locale]
  const written = (label: string, count: number) =>
    count < fewest ? null : label.replace('{count}', new Intl.NumberFormat(locale).format(count).replace(/\s/g, ' '))
  return [`@${username}`, written(labels.cards_followers, counts.followers), written(labels.cards_posts, counts.posts)]
    .filter((it) => it !== null)
    .join(' · ')
}
const fewest = 10

/** The beginning of a post's text; null where there is none, or none that can be written. */
export function cardWords(text: string | null): string | null {
  const words = plain(text ?? '')
  if (words === '' || !drawable.test(words)) return null
  return words.length > longest ? `${words.slice(0, longest - 1).trimEnd()}…` : words
}
const longest = 140

/** One line without pictograms, control and direction characters. */
const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u{fe0f}|\u{20e3}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/\p{C}/gu, '')
    .trim()

/** What the typefaces of cards have (`tools/assets/fonts.ts`). */
const drawable =
  /^[\u0020-\u007e\u00a0-\u00ff\u0131\u0152\u0153\u02c6\u02da\u02dc\u2010-\u2027\u2030-\u205e\u20ac\u2122\u2212]+$/u
