/**
 * The first word of an agency's list that a text contains, or null (product §82). Words count as a whole and a phrase as
 * its words in a row, whatever stands between them; neither case nor accents matter, and letters that stand alone are read
 * together, so that "P a y-p a l" is found as "paypal".
 */
export function restrictedWordIn(text: string, words: readonly string[]): string | null {
  if (words.length === 0 || text === '') return null
  const written = ` ${tokensOf(text).join(' ')} `
  const spelled = ` ${spelledOut(written)} `
  return words.find((word) => contains(written, word) || contains(spelled, word)) ?? null
}

/** Whether a text can be searched for this: it has at least two letters or digits. */
export const isRestrictable = (word: string): boolean => tokensOf(word).join('').length > 1

/** A list without those that another one of it finds already as it is, in their order. */
export function differentWords(words: readonly string[]): string[] {
  const found = words.map((word) => tokensOf(word).join(' '))
  return words.filter((_, n) => found.indexOf(found[n] ?? '') === n)
}

const contains = (written: string, word: string): boolean =>
  isRestrictable(word) && written.includes(` ${tokensOf(word).join(' ')} `)

/** The words of a text: letters and digits without accents, in lower case. Marks that show nothing part no word. */
function tokensOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Three or more letters that stand alone, as one word. */
const spelledOut = (written: string): string =>
  written.trim().replaceAll(/(?<!\S)\S(?: \S(?!\S)){2,}/gu, (letters) => letters.replaceAll(' ', ''))
