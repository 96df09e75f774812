import { canonicalUsername } from '../../../contract/username.ts'
import type { User } from '../../../contract/users.ts'
import { readPeople } from '../../people/views.ts'
import type { Db } from '../../platform/db/db.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { noBlockBetween } from '../../platform/db/rules.ts'
import { searchable } from '../../platform/db/search.ts'
import {
  cursorValue,
  type ExpressionsOf,
  float,
  int,
  orNull,
  statement,
  text,
  texts,
  uuid,
} from '../../platform/db/statement.ts'
import type { Services } from '../../platform/services.ts'

type Paging = { limit?: number; cursor?: string }

/**
 * Creators by username and display name, best match first, typing errors forgiven (product §18); without words the most
 * followed first. Users behind a block, in either direction, are left out.
 */
export async function searchCreators(
  ctx: Services,
  viewerId: string | null,
  q: string,
  paging: Paging,
): Promise<{ data: User[]; next: string | null }> {
  const words = plainWords(q)
  const limit = paging.limit ?? 20
  const [named, score = null, followers = null, id = null] =
    fromCursor(paging.cursor, 'text', 'number', 'int', 'uuid') ?? []
  const page = { viewer: viewerId, words, score, followers, id, limit: limit + 1 }
  const find = (it: Method) =>
    it === 'forgiving'
      ? ctx.db.run(methods.forgiving, { ...page, swaps: swapped(words) })
      : ctx.db.run(methods[it], page)
  let method: Method = named === undefined ? methodFor(ctx.db, words) : isMethod(named) ? named : 'literal'
  let found = await find(method)
  // `forgiving` compares every creator, so it is used only when the index has found too few.
  if (method === 'alike' && score === null && found.length < enough) {
    method = 'forgiving'
    found = await find(method)
  }
  const { rows, next } = cut(found, limit, (row) => [method, row.score, row.followers_count, row.id])
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
function methodFor(db: Db, words: string): Method {
  if (words === '') return 'best'
  return db.hasTrigrams ? 'alike' : 'literal'
}

const names = searchable('u')

const seen = {
  viewer: orNull(uuid),
  words: text,
  score: cursorValue(float),
  followers: cursorValue(int),
  id: cursorValue(uuid),
  limit: int,
}
const hitTypes = { id: uuid, followers_count: int, score: float }

/** A page of creators that match, by their score, which is the cursor with the followers and the id. */
const pageSql = (p: ExpressionsOf<typeof seen>, score: string, matches: string) => `
  select * from (
    select u.id, u.followers_count, (${score})::float8 as score from users u
    where u.is_creator and u.username is not null and u.deleted_at is null and (${matches})
      and ${noBlockBetween(p.viewer, 'u.id')}
  ) hits
  where ${p.score} is null or (score, followers_count, id) < (${p.score}, ${p.followers}, ${p.id})
  order by score desc, followers_count desc, id desc limit ${p.limit}`

/** The words at the start of a name or of one of its parts, which needs no extension. */
const startsWith = (words: string) => {
  const pattern = `replace(replace(${words}, '\\', '\\\\'), '%', '\\%') || '%'`
  return `${names} like ${pattern} or ${names} like '% ' || ${pattern}`
}
const exact = (words: string) =>
  `(u.username = ${words})::int * 4 + (starts_with(u.username, ${words}))::int * 2 + (${startsWith(words)})::int`
const alike = (words: string) => `greatest(word_similarity(${words}, ${names}), similarity(${words}, u.username))`

/** One edit in short names, two in longer ones, or two neighbours swapped, in either name. */
const slip = (words: string, swaps: string) => {
  const isNear = (name: string) =>
    `levenshtein_less_equal(left(${name}, 40), ${words}, 2) <= (length(${words}) >= 6)::int + 1`
  return `u.username = any(${swaps}) or split_part(${names}, ' ', 2) = any(${swaps}) or (length(${words}) between 3 and 40 and (
  ${isNear('u.username')}
  or ${isNear(`split_part(${names}, ' ', 2)`)}
  or ${isNear(`split_part(${names}, ' ', 3)`)}))`
}

const methods = {
  best: statement('search_creators_best', seen, hitTypes, (p) => pageSql(p, '0', `${p.words} = ''`)),
  literal: statement('search_creators_literal', seen, hitTypes, (p) => pageSql(p, exact(p.words), startsWith(p.words))),
  alike: statement('search_creators_alike', seen, hitTypes, (p) =>
    pageSql(p, `${exact(p.words)} + ${alike(p.words)}`, `${p.words} <% (${names}) or ${startsWith(p.words)}`),
  ),
  forgiving: statement('search_creators_forgiving', { ...seen, swaps: texts }, hitTypes, (p) =>
    pageSql(
      p,
      `${exact(p.words)} + ${alike(p.words)} + (${slip(p.words, p.swaps)})::int * 0.3`,
      `${p.words} <% (${names}) or ${p.words} % u.username or ${startsWith(p.words)} or ${slip(p.words, p.swaps)}`,
    ),
  ),
}
type Method = keyof typeof methods
const isMethod = (it: string | undefined): it is Method => it !== undefined && Object.hasOwn(methods, it)
