import { createHash } from 'node:crypto'

/** What a card says; pictures by the id of their media. */
export type CardFacts = {
  name: string
  line: string
  words: string | null
  avatar: string | null
  background: string | null
}

/** The same card has the same key on every node: it is the ETag too. */
export const cardKey = (facts: CardFacts): string =>
  createHash('sha256')
    .update(JSON.stringify([version, facts.name, facts.line, facts.words, facts.avatar, facts.background]))
    .digest('base64url')
    .slice(0, 22)

/** Raised when cards are drawn differently. */
const version = 1
