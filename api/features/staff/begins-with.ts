import { canonicalUsername } from '../../../contract/policy/username.ts'

/** A pattern of `like` for usernames, names and addresses that begin with these words. */
export const beginsWith = (words: string): string => `${canonicalUsername(words).replace(/[\\%_]/g, '\\$&')}%`
