import { canonicalUsername } from '../../../contract/username.ts'
import type { User } from '../../../contract/users.ts'
import { readPeople } from '../../people/views.ts'
import type { Db } from '../../platform/db/db.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { noBlockBetween } from '../../platform/db/rules.ts'
import { searchable, slipLetters, slips } from '../../platform/db/search.ts'
import {
  cursorValue,
  type ExpressionsOf,
  float,
  int,
  orNull,
  type RowOf,
  statement,
  text,
  texts,
  uuid,
  type ValuesOf,
} from '../../platform/db/statement.ts'
import { withinTime } from '../../platform/db/time-limit.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'

type Paging = { limit?: number; cursor?: string }

/**
 * Creators by username and display name, best match first, typing errors forgiven (product §18); without words the most
 * followed first. Users behind a block, in either direction, are left out. Throws `unavailable` when the forgiving step
 * is needed and too many of them run on this node.
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
  const method = methodFor(ctx.db, words)
  const { found, by } =
    method === 'alike'
      ? await findAlike(ctx, page, named === 'forgiving')
      : { found: await ctx.db.run(methods[method], page), by: method }
  const { rows, next } = cut(found, limit, (row) => [by, row.score, row.followers_count, row.id])
  const people = await readPeople(
    ctx,
    viewerId,
    rows.map((row) => row.id),
  )
  return { data: rows.flatMap((row) => people.get(row.id) ?? []), next }
}

/**
 * By the index, and in the forgiving way when that finds too few (`isForgiving`: on a further page of such a search).
 * When the forgiving step takes too long or must not run, the answer is what the index found.
 */
async function findAlike(ctx: Services, page: PageValues, isForgiving: boolean): Promise<{ found: Hit[]; by: Method }> {
  const indexed = isForgiving ? [] : await ctx.db.run(methods.alike, page)
  if (!isForgiving && (page.score !== null || indexed.length >= enough)) return { found: indexed, by: 'alike' }
  const forgiven = await findForgiving(ctx, page, indexed.length > 0)
  return forgiven === null ? { found: indexed, by: 'alike' } : { found: forgiven, by: 'forgiving' }
}
const enough = 3

/**
 * The forgiving step: for 300 ms at most, and not more than two at once on a node, so that they never take the last
 * connection. Null when it took too long, or was not tried although the caller has something to answer.
 */
async function findForgiving(ctx: Services, page: PageValues, hasAnswer: boolean): Promise<Hit[] | null> {
  if (running >= Math.max(1, Math.min(2, ctx.env.DATABASE_POOL - 1))) {
    if (hasAnswer) return null
    throw refuse('unavailable', { retry_after: 1 })
  }
  running++
  try {
    const values = { ...page, swaps: swapped(page.words), spellings: spellings(page.words) }
    return await withinTime(ctx.db, 300, (tx) => tx.run(methods.forgiving, values))
  } finally {
    running--
  }
}
/** Forgiving steps that run on this node. */
let running = 0

/** What is looked for, written as the index writes names: small letters, no accents, no leading `@`. */
const plainWords = (q: string): string =>
  canonicalUsername(q).normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim()

/** The words with each pair of neighbours swapped: the commonest slip, and two errors to a count of edits. */
function swapped(words: string): string[] {
  return Array.from({ length: Math.max(0, Math.min(words.length, 30) - 1) }, (_, at) => {
    return words.slice(0, at) + words.charAt(at + 1) + words.charAt(at) + words.slice(at + 2)
  })
}

/**
 * The beginning of the words with no, one or, in six letters and more, two letters left out: one of these spellings is
 * among those of a name (`slips`) that differs by one slip, or by two of which one is a letter too many.
 */
function spellings(words: string): string[] {
  const start = words.slice(0, slipLetters)
  const shorter = (word: string) => Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))
  const once = shorter(start)
  return [...new Set([start, ...once, ...(words.length < 6 ? [] : once.flatMap(shorter))])]
}

/** By the index where there is one, else by the beginning of names. */
function methodFor(db: Db, words: string): Exclude<Method, 'forgiving'> {
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

/**
 * The creators whose names are written as the words are, or with a slip. Each spelling is looked up on its own, because
 * a plan that does not know the spellings takes a lookup of all for a scan of the table.
 */
const nearby = (p: ExpressionsOf<typeof seen & { swaps: typeof texts; spellings: typeof texts }>) => `u.id in (
  select u.id from users u where u.is_creator and (${p.words} <% (${names}) or ${startsWith(p.words)})
  union
  select u.id from unnest(${p.spellings}) spelling
    join users u on u.is_creator and ${slips('u')} @> array[hashtext(spelling)]
  where ${slip(p.words, p.swaps)})`

const methods = {
  best: statement('search_creators_best', seen, hitTypes, (p) => pageSql(p, '0', `${p.words} = ''`)),
  literal: statement('search_creators_literal', seen, hitTypes, (p) => pageSql(p, exact(p.words), startsWith(p.words))),
  alike: statement('search_creators_alike', seen, hitTypes, (p) =>
    pageSql(p, `${exact(p.words)} + ${alike(p.words)}`, `${p.words} <% (${names}) or ${startsWith(p.words)}`),
  ),
  forgiving: statement('search_creators_forgiving', { ...seen, swaps: texts, spellings: texts }, hitTypes, (p) =>
    pageSql(p, `${exact(p.words)} + ${alike(p.words)} + (${slip(p.words, p.swaps)})::int * 0.3`, nearby(p)),
  ),
}
type Method = keyof typeof methods
type PageValues = ValuesOf<typeof seen>
type Hit = RowOf<typeof hitTypes>
