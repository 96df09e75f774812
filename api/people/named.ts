import { containing } from '../platform/db/like.ts'
import { searchable, withoutAccents } from '../platform/db/search.ts'
import { statement, text, uuid } from '../platform/db/statement.ts'
import type { Services } from '../platform/services.ts'

/** What `isNamed` looks for: a part of a name as it is typed, with or without a leading `@`. */
export const namePattern = (typed: string): string => containing(typed.normalize('NFC').trim().replace(/^@/, ''))

/** SQL: a name of this user has what `namePattern` made, whatever the case and the accents. */
export const isNamed = (user: string, pattern: string): string =>
  `(select ${hasInName(pattern)} from users u where u.id = ${user})`
const hasInName = (pattern: string) => `${searchable('u')} like ${withoutAccents(pattern)}`

/**
 * Everyone who is named so, by their ids, where the index of names knows them to be 500 at most; else null, and each row
 * is asked by `isNamed`. A list of 50,000 conversations is looked up for whom it means instead of being read.
 */
export async function findNamed(ctx: Services, typed: string): Promise<string[] | null> {
  // An index of three letters each cannot find fewer.
  if (!ctx.db.hasTrigrams || !/[\p{L}\p{N}]{3}/u.test(typed)) return null
  const rows = await ctx.db.run(peopleNamed, { pattern: namePattern(typed) })
  return rows.length > mostNamed ? null : rows.map((row) => row.id)
}
const mostNamed = 500

/** Through the two indexes of names (`prepareSearch`), each of which has half of the people. */
const peopleNamed = statement(
  'people_named',
  { pattern: text },
  { id: uuid },
  ({ pattern }) => {
    const those = (condition: string) =>
      `(select u.id from users u where ${condition} and ${hasInName(pattern)} limit ${mostNamed + 1})`
    return `select id from (${those('u.is_creator')} union all ${those('not u.is_creator')}) named limit ${mostNamed + 1}`
  },
  { isPlannedForValues: true },
)
