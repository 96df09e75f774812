import { canonicalUsername } from '../../../contract/username.ts'

/** The span of texts that begin with these words, for an index that compares bytes; `to` is beyond it. */
export const spanOfBeginning = (words: string): { from: string; to: string } => {
  const from = canonicalUsername(words)
  return { from, to: `${from}\u{10ffff}` }
}
