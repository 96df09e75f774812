import { canonicalUsername } from '../../../contract/username.ts'

/** A pattern of `like` for usernames, names and addresses that begin with these words. */
export const beginsWith = (words: string): string => `${canonicalUsername(words).replace(/[\\%_]/g, '\\$&')}%`
