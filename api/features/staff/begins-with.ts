import { canonicalUsername } from '../../../contract/username.ts'

/** A pattern of `like` for usernames, names and addresses that begin with these words. */
export const beginsWith = (words: string): string => `${canonicalUsername(words).replace(/[\\%_]/g, '\\$&')}%`

/** The span of texts that begin with these words, for an index that compares bytes; `to` is beyond it. */
export const spanOfBeginning = (words: string): { from: string; to: string } => {
  const from = canonicalUsername(words)
  return { from, to: `${from}\u{10ffff}` }
}
