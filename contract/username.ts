/** The canonical spelling of a username: NFKC, lower case, without a leading `@`. */
export const canonicalUsername = (typed: string): string =>
  typed.normalize('NFKC').trim().replace(/^@/, '').toLowerCase()
