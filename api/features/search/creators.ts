import type { CreatorFilter } from '../../../contract/search.ts'
import { canonicalUsername } from '../../../contract/username.ts'
import type { User } from '../../../contract/users.ts'
import { readPeople } from '../../people/views.ts'
import type { Db } from '../../platform/db/db.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { isListedTrial, notBehindBlock } from '../../platform/db/rules.ts'
import { aboutText, searchable, slipLetters, slips } from '../../platform/db/search.ts'
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
  timestamptz,
  uuid,
  type ValuesOf,
} from '../../platform/db/statement.ts'
import { withinTime } from '../../platform/db/time-limit.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'

type Paging = { limit?: number; cursor?: string }

/**
 * Creators by username and display name, best match first, then by what they say of themselves, typing errors forgiven
 * (product §18); without words the most followed or the trending first. Users behind a block, in either direction, are
 * left out. Throws `unavailable` when the forgiving step is needed and too many of them run on this node.
 */
export async function searchCreators(
  ctx: Services,
  viewerId: string | null,
  { q, ...filter }: CreatorFilter & { q: string },
  paging: Paging,
): Promise<{ data: User[]; next: string | null }> {
  const words = plainWords(q)
  const limit = paging.limit ?? 20
  const [named, score = null, followers = null, id = null] =
    fromCursor(paging.cursor, 'text', 'number', 'int', 'uuid') ?? []
  const page = { viewer: viewerId, words, score, followers, id, limit: limit + 1, ...toFilterValues(ctx, filter) }
  const found =
    named === 'about' ? [] : await findNamed(ctx, page, methodFor(ctx.db, words, filter), named === 'forgiving')
  const about = await findAbout(ctx, named === 'about' ? page : { ...page, ...firstPage }, page.limit - found.length)
  // A name with a slip in it is not known to the second statement.
  const more = about.filter((row) => !found.some((it) => it.id === row.id))
  const { rows, next } = cut([...found, ...more], limit, (row) => [row.by, row.score, row.followers_count, row.id])
  const people = await readPeople(
    ctx,
    viewerId,
    rows.map((row) => row.id),
  )
  return { data: rows.flatMap((row) => people.get(row.id) ?? []), next }
}

/** A page of those whose names match, or of all without words. */
async function findNamed(ctx: Services, page: PageValues, method: Exclude<Method, 'forgiving'>, isForgiving: boolean) {
  const { found, by } =
    method === 'alike'
      ? await findAlike(ctx, page, isForgiving)
      : { found: await ctx.db.run(methods[method], page), by: method }
  return found.map((row) => ({ ...row, by }))
}

/**
 * After the names are exhausted, those whose bio or tags have the words: within the bounds of the forgiving step, and
 * nothing when it takes longer or must not run.
 */
async function findAbout(ctx: Services, page: PageValues, limit: number) {
  // An index of three letters each cannot find fewer.
  if (!ctx.db.hasTrigrams || page.words.length < 3 || limit <= 0 || isBusy(ctx)) return []
  const pattern = `\\m${page.words.replace(/[^\p{L}\p{N} ]/gu, '\\$&')}`
  const found = await bounded(ctx, (tx) => tx.run(aboutWords, { ...page, limit, pattern }))
  return (found ?? []).map((row) => ({ ...row, by: 'about' as const }))
}
const firstPage = { score: null, followers: null, id: null }

/** The filter as parameters of the statements. */
const toFilterValues = (ctx: Services, { tag, category, language, max_price, online, trial }: CreatorFilter) => ({
  tag: tag ?? null,
  category: category ?? null,
  language: language ?? null,
  maxCents: max_price === undefined ? null : max_price * 100,
  seenSince: online === undefined ? null : new Date(ctx.now() - onlineMs),
  trialAt: trial === undefined ? null : new Date(ctx.now()),
})
const onlineMs = 5 * 60_000

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

/** The forgiving step. Null when it took too long, or was not tried although the caller has something to answer. */
async function findForgiving(ctx: Services, page: PageValues, hasAnswer: boolean): Promise<Hit[] | null> {
  if (isBusy(ctx)) {
    if (hasAnswer) return null
    throw refuse('unavailable', { retry_after: 1 })
  }
  const values = { ...page, swaps: swapped(page.words), spellings: spellings(page.words) }
  return bounded(ctx, (tx) => tx.run(methods.forgiving, values))
}

/**
 * A step that may be dear: for 300 ms at most, null when it takes longer. Not more than two run at once on a node, so that
 * they never take the last connection.
 */
async function bounded(ctx: Services, step: (tx: Db) => Promise<Hit[]>): Promise<Hit[] | null> {
  running++
  try {
    return await withinTime(ctx.db, 300, step)
  } finally {
    running--
  }
}
const isBusy = (ctx: Services): boolean => running >= Math.max(1, Math.min(2, ctx.env.DATABASE_POOL - 1))
/** Steps of this kind that run on this node. */
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
function methodFor(db: Db, words: string, { tag, category, trial, sort }: CreatorFilter): Exclude<Method, 'forgiving'> {
  if (words === '') {
    if (tag !== undefined) return 'tagged'
    if (category !== undefined) return 'inCategory'
    if (trial !== undefined) return 'onTrial'
    return sort === 'trending' ? 'trending' : 'best'
  }
  return db.hasTrigrams ? 'alike' : 'literal'
}

const names = searchable('u')

const filterTypes = {
  tag: orNull(text),
  category: orNull(text),
  language: orNull(text),
  maxCents: orNull(int),
  seenSince: orNull(timestamptz),
  /** The present time where only creators with a listed trial are meant. */
  trialAt: orNull(timestamptz),
}
const seen = {
  ...filterTypes,
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
      and ${isMeant(p)} and ${notBehindBlock(p.viewer, 'u.id')}
  ) hits
  where ${p.score} is null or (score, followers_count, id) < (${p.score}, ${p.followers}, ${p.id})
  order by score desc, followers_count desc, id desc limit ${p.limit}`

/** What the filter says of a creator. */
const isMeant = (p: ExpressionsOf<typeof filterTypes>) => `(${p.tag} is null or u.tags @> array[${p.tag}])
      and (${p.category} is null or u.category = ${p.category})
      and (${p.language} is null or u.languages @> array[${p.language}])
      and (${p.maxCents} is null or coalesce(u.price_cents, 0) <= ${p.maxCents})
      and (${p.seenSince} is null or (u.show_last_seen and u.last_seen_at > ${p.seenSince}))
      and (${p.trialAt} is null or (u.price_cents > 0 and exists (
        select 1 from offer_links o where o.creator_id = u.id and ${isListedTrial('o', p.trialAt)})))`

/** The words at the start of a name or of one of its parts, which needs no extension. */
const startsWith = (words: string) => {
  const pattern = `replace(replace(${words}, '\\', '\\\\'), '%', '\\%') || '%'`
  return `${names} like ${pattern} or ${names} like '% ' || ${pattern}`
}
const exact = (words: string) =>
  `(u.username = ${words})::int * 4 + (starts_with(u.username, ${words}))::int * 2 + (${startsWith(words)})::int`
const alike = (words: string) => `greatest(word_similarity(${words}, ${names}), similarity(${words}, u.username))`

/** Leads to the indexes of creators; `pageSql` asks it of what is found. */
const inIndex = 'u.is_creator'

/** Something like the words in either name, or the words at the start of one. */
const isNamed = (words: string) => `${words} <% (${names}) or ${startsWith(words)}`

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
  select u.id from users u where ${inIndex} and (${isNamed(p.words)})
  union
  select u.id from unnest(${p.spellings}) spelling
    join users u on ${inIndex} and ${slips('u')} @> array[hashtext(spelling)]
  where ${slip(p.words, p.swaps)})`

/**
 * Creators whose bio or tags have the words at the start of a word or, where none has, something like them. Of more than
 * a few thousand only some are looked at, so that a common word costs no more than a rare one.
 */
const aboutWords = statement('search_creators_about', { ...seen, pattern: text }, hitTypes, (p) => {
  const candidates = (condition: string, limit: number) =>
    `select u.id from users u where ${inIndex} and ${condition} limit ${limit}`
  return `with exact as materialized (${candidates(`${aboutText('u')} ~ ${p.pattern}`, 2_000)}),
    near as materialized (${candidates(`not exists (select from exact) and ${p.words} <% ${aboutText('u')}`, 500)})
    ${pageSql(p, '0', `u.id in (select id from exact union all select id from near) and not (${isNamed(p.words)})`)}`
})

const methods = {
  best: statement('search_creators_best', seen, hitTypes, (p) => pageSql(p, '0', `${p.words} = ''`)),
  tagged: statement('search_creators_tagged', seen, hitTypes, (p) =>
    pageSql(p, 'u.trend', `${p.words} = '' and u.tags @> array[${p.tag}]`),
  ),
  inCategory: statement('search_creators_in_category', seen, hitTypes, (p) =>
    pageSql(p, 'u.trend', `${p.words} = '' and u.category = ${p.category}`),
  ),
  onTrial: statement('search_creators_on_trial', seen, hitTypes, (p) => {
    const listed = `select o.creator_id from offer_links o where ${isListedTrial('o', p.trialAt)}`
    return pageSql(p, 'u.trend', `${p.words} = '' and u.id in (${listed})`)
  }),
  trending: statement('search_creators_trending', seen, hitTypes, (p) => pageSql(p, 'u.trend', `${p.words} = ''`)),
  literal: statement('search_creators_literal', seen, hitTypes, (p) => pageSql(p, exact(p.words), startsWith(p.words))),
  alike: statement('search_creators_alike', seen, hitTypes, (p) =>
    pageSql(p, `${exact(p.words)} + ${alike(p.words)}`, isNamed(p.words)),
  ),
  forgiving: statement('search_creators_forgiving', { ...seen, swaps: texts, spellings: texts }, hitTypes, (p) =>
    pageSql(p, `${exact(p.words)} + ${alike(p.words)} + (${slip(p.words, p.swaps)})::int * 0.3`, nearby(p)),
  ),
}
type Method = keyof typeof methods
type PageValues = ValuesOf<typeof seen>
type Hit = RowOf<typeof hitTypes>
