import type { User } from '../../../contract/users.ts'
import { canonicalUsername } from '../../../contract/policy/username.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { noBlockBetween } from '../../platform/db/rules.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { searchable } from '../../platform/db/search.ts'
import type { Services } from '../../platform/services.ts'
import { readPeople } from '../../people/views.ts'

type Paging = { limit?: number; cursor?: string }

/**
 * Creators by username and display name, best match first, typing errors forgiven (product §18); without words the best
 * followed first. Who is blocked, on either side, is not there.
 */
export async function searchCreators(
  ctx: Services,
  viewerId: string | null,
  q: string,
  paging: Paging,
): Promise<{ data: User[]; next: string | null }> {
  const words = plainWords(q)
  const limit = paging.limit ?? 20
  const [way, ...after] = fromCursor(paging.cursor, 4) ?? [await wayFor(ctx.db, words), null, null, null]
  const look = (it: Way) => ctx.db.run<Hit>(ways[it], [viewerId, words, swapped(words), ...after, limit + 1])
  let taken: Way = isWay(way) ? way : 'literal'
  let found = await look(taken)
  // Forgiving looks at every creator, so it waits until the index has found next to nobody.
  if (taken === 'alike' && after[0] === null && found.length < enough) {
    taken = 'forgiving'
    found = await look(taken)
  }
  const { rows, next } = cut(found, limit, (row) => [taken, row.score, row.followers_count, row.id])
  const people = await readPeople(
    ctx,
    viewerId,
    rows.map((row) => row.id),
  )
  return { data: rows.flatMap((row) => people.get(row.id) ?? []), next }
}
const enough = 3

/** What is looked for, written as the index writes names: small letters, no accents, no leading `@`. */
const plainWords = (q: string): string =>
  canonicalUsername(q).normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim()

/** The words with each pair of neighbours swapped: the commonest slip, and two errors to a count of edits. */
function swapped(words: string): string[] {
  return Array.from({ length: Math.max(0, Math.min(words.length, 30) - 1) }, (_, at) => {
    return words.slice(0, at) + words.charAt(at + 1) + words.charAt(at) + words.slice(at + 2)
  })
}

/** By the index where there is one, else by the beginning of names. */
async function wayFor(db: Db, words: string): Promise<Way> {
  if (words === '') return 'best'
  return (await isForgiving(db)) ? 'alike' : 'literal'
}

/** Whether this database has the extensions; asked once. */
function isForgiving(db: Db): Promise<boolean> {
  const known = asked.get(db)
  if (known !== undefined) return known
  const asking = db.run(extensions, []).then((rows) => rows.length === 2)
  asked.set(db, asking)
  asking.catch(() => asked.delete(db))
  return asking
}
const asked = new WeakMap<Db, Promise<boolean>>()

const text = searchable('u')
/** `$1` viewer, `$2` words, `$3` swaps, `$4`–`$6` cursor (score, followers, id), `$7` limit. */
const page = (score: string, matches: string) => `
  select * from (
    select u.id, u.followers_count, (${score})::float8 as score from users u
    where u.is_creator and u.username is not null and u.deleted_at is null and (${matches})
      and ${noBlockBetween('$1::uuid', 'u.id')}
  ) hits
  where $4::float8 is null or (score, followers_count, id) < ($4::float8, $5::int, $6::uuid)
  order by score desc, followers_count desc, id desc limit $7`

/** The words at the start of a name or of one of its parts, which needs no extension. */
const startsWith = `${text} like replace(replace($2::text, '\\', '\\\\'), '%', '\\%') || '%'
  or ${text} like '% ' || replace(replace($2::text, '\\', '\\\\'), '%', '\\%') || '%'`
const exact = `(u.username = $2::text)::int * 4 + (starts_with(u.username, $2::text))::int * 2 + (${startsWith})::int`

/** One edit in short names, two in longer ones, or two neighbours swapped, in either name. */
const slip = `u.username = any($3::text[]) or split_part(${text}, ' ', 2) = any($3::text[]) or (length($2::text) between 3 and 40 and (
  levenshtein_less_equal(left(u.username, 40), $2::text, 2) <= (length($2::text) >= 6)::int + 1
  or levenshtein_less_equal(left(split_part(${text}, ' ', 2), 40), $2::text, 2) <= (length($2::text) >= 6)::int + 1
  or levenshtein_less_equal(left(split_part(${text}, ' ', 3), 40), $2::text, 2) <= (length($2::text) >= 6)::int + 1))`

const alike = `greatest(word_similarity($2::text, ${text}), similarity($2::text, u.username))`
const ways = {
  best: { name: 'search_creators_best', text: page('0', `$2::text = '' and $3::text[] is not null`) },
  literal: { name: 'search_creators_literal', text: page(exact, `${startsWith} or $2::text = any($3::text[])`) },
  alike: {
    name: 'search_creators_alike',
    text: page(`${exact} + ${alike}`, `($2::text <% (${text}) or ${startsWith}) and $3::text[] is not null`),
  },
  forgiving: {
    name: 'search_creators_forgiving',
    text: page(
      `${exact} + ${alike} + (${slip})::int * 0.3`,
      `$2::text <% (${text}) or $2::text % u.username or ${startsWith} or ${slip}`,
    ),
  },
} satisfies Record<string, Statement>
type Way = keyof typeof ways
const isWay = (it: string | number | null | undefined): it is Way => typeof it === 'string' && Object.hasOwn(ways, it)
const extensions: Statement = {
  name: 'search_extensions',
  text: `select 1 from pg_extension where extname in ('pg_trgm', 'fuzzystrmatch')`,
}

type Hit = { id: string; followers_count: number; score: number }
