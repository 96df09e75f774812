import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { log, reasonOf } from '../log.ts'

/** The extensions of PostgreSQL's own contrib that forgiving search needs, for the embedded engine. */
export const embeddedExtensions = { pg_trgm, fuzzystrmatch }

/**
 * Adds the extensions and the indexes of forgiving search. They stand outside the migrations because a managed server
 * may not have them: there search still finds by the beginning of a name (`api/features/search/`).
 */
export async function prepareSearch(run: (sql: string) => Promise<unknown>): Promise<void> {
  try {
    await run('create extension if not exists pg_trgm')
    await run('create extension if not exists fuzzystrmatch')
    await run(slipsFunction)
    await run(aboutFunction)
    const names = `(${searchable('users')}) gin_trgm_ops`
    for (const [name, value, whose] of [
      ['users_about', `(${aboutText('users')}) gin_trgm_ops`, 'is_creator'],
      ['users_search', names, 'is_creator'],
      ['users_slips', slips('users'), 'is_creator'],
      // Fans in an inbox and at the desk (`api/people/named.ts`).
      ['users_fan_names', names, 'not is_creator'],
    ])
      await run(`create index concurrently if not exists ${name} on users using gin (${value}) where ${whose}`)
  } catch (error) {
    log.warn('search will not forgive typing errors', { error: reasonOf(error) })
  }
}

/** Whether the extensions of forgiving search are there. */
export async function hasSearchExtensions(run: (sql: string) => Promise<{ rows: unknown[] }>): Promise<boolean> {
  const { rows } = await run(`select from pg_extension where extname in ('pg_trgm', 'fuzzystrmatch')`)
  return rows.length === 2
}

/** SQL for what is searched of a person: both names, in small letters without accents. Immutable, so that it can be indexed. */
export const searchable = (table: string): string =>
  withoutAccents(`coalesce(${table}.username, '') || ' ' || coalesce(${table}.display_name, '')`)
/** A text in small letters without accents. */
export const withoutAccents = (value: string): string => `translate(lower(${value}), '${accented}', '${plain}')`
const accented = 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ'
const plain = 'aaaaaaceeeeiiiinooooouuuuyy'

/** SQL for what creators say of themselves: bio and tags, written as `searchable` writes names. Immutable, too. */
export const aboutText = (table: string): string => `creator_about(${table}.bio, ${table}.tags)`
const aboutFunction = `
  create or replace function creator_about(bio text, tags text[]) returns text immutable parallel safe language sql as $$
    select translate(lower(coalesce(bio, '') || ' ' || array_to_string(tags, ' ')), '${accented}', '${plain}') $$`

/**
 * SQL for the spellings under which a slip in a person's names is found: the first seven letters of the username and of
 * two parts of the display name, each whole and with one letter left out, as numbers. Two words that differ by one slip
 * (a letter wrong, missing, too many, or swapped with its neighbour) share such a spelling, so an index finds what was
 * meant without comparing every creator (the method of SymSpell).
 */
export const slips = (table: string): string => `name_slips(${searchable(table)})`
/** Of each word so many letters are looked at. */
export const slipLetters = 7
const slipsFunction = `
  create or replace function name_slips(names text) returns int[] immutable strict parallel safe language sql as $$
    select array_agg(distinct hashtext(left(word, left_out - 1) || substr(word, left_out + 1)))
    from (select left(split_part(names, ' ', part), ${slipLetters}) as word from generate_series(1, 3) part) words,
      generate_series(1, length(word) + 1) left_out
    where length(word) > 2
  $$`
