/**
 * SQL for `db.run`: named, planned once per connection, with typed parameters by name and declared result columns.
 *
 *     export const markRead = statement(
 *       'chat_mark_read',
 *       { reader: uuid, at: timestamptz },
 *       { session_id: uuid, last_read: orNull(int) },
 *       ({ reader, at }) => `update … set read_at = ${at} where user_id = ${reader} … returning session_id, last_read`,
 *     )
 *     const rows = await db.run(markRead, { reader: viewer.id, at: new Date() })
 *
 * A parameter stands in the SQL as `$1::uuid`. What several statements share is a function of SQL expressions to SQL
 * (`notBlocked('p.author_id', viewer)`). Statements are made when their module loads, never on demand, so that
 * `statements.test.ts` can compare all of them with the database.
 */
export function statement<P extends Types, C extends Types>(
  name: string,
  parameters: P,
  columns: C,
  write: (parameters: ExpressionsOf<P>) => string,
  { scans = {}, isPlannedForValues = false }: Notes = {},
): Statement<P, C> {
  const entries = Object.entries(parameters)
  const expressions = entries.map(([key, type], at) => [key, type.expression(`$${at + 1}::${type.sql}`)])
  const sql = write(Object.fromEntries(expressions) as ExpressionsOf<P>)
  const bind = (values: ValuesOf<P>) => entries.map(([key, type]) => type.encode(values[key]))
  const made: Statement<P, C> = { name, sql, parameters, columns, scans, isPlannedForValues, bind }
  const known = statements.get(name)
  if (known !== undefined && known.sql !== sql) throw new Error(`two statements are called ${name}`)
  statements.set(name, made)
  return made
}

/** Every statement by its name. */
export const statements = new Map<string, Statement>()

export type Statement<P extends Types = Types, C extends Types = Types> = {
  readonly name: string
  readonly sql: string
  readonly parameters: P
  readonly columns: C
  readonly scans: Readonly<Record<string, string>>
  readonly isPlannedForValues: boolean
  /** The parameters in the order of their numbers, as the driver takes them. */
  bind(values: ValuesOf<P>): unknown[]
}
/**
 * `scans`: the large tables that the statement reads whole, each with the reason. `isPlannedForValues`: it has a dozen
 * optional conditions, so that each call is worth a plan of its own (docs/decisions/plans-for-values.md).
 */
export type Notes = { scans?: Record<string, string>; isPlannedForValues?: boolean }

/** What a statement answers: `RowOf<typeof markRead>`, or of its columns alone. */
export type RowOf<S extends Statement | Types> =
  S extends Statement<Types, infer C> ? Row<C> : S extends Types ? Row<S> : never
type Row<C extends Types> = { -readonly [K in keyof C]: TypeOf<C[K]> }
export type ValuesOf<P extends Types> = { readonly [K in keyof P]: Input<TypeOf<P[K]>> }
type Input<T> = T extends (infer E)[] ? readonly E[] : T

export type Types = { readonly [name: string]: SqlType }
type TypeOf<S> = S extends SqlType<infer T> ? T : never
/** The SQL of the parameters, for functions to which a statement passes them. */
export type ExpressionsOf<P extends Types> = {
  readonly [K in keyof P]: P[K] extends SqlType<infer _, infer E> ? E : never
}

/** A type of PostgreSQL, and of the values that `pg` takes and gives for it. */
export type SqlType<T = unknown, Expression = unknown> = {
  readonly sql: string
  readonly nullable: boolean
  /** Why a column that may be null in its table never is in these rows. */
  readonly neverNull?: string
  /** Whether a value that came from the database is what was declared; asked in tests. */
  accepts(value: unknown): value is T
  encode(value: unknown): unknown
  expression(parameter: string): Expression
}

function scalar<T>(sql: string, accepts: (value: unknown) => boolean, encode = same): SqlType<T, string> {
  return { sql, nullable: false, accepts: (value): value is T => accepts(value), encode, expression: (it) => it }
}
const same = (value: unknown): unknown => value
const isString = (value: unknown) => typeof value === 'string'
const isInteger = (value: unknown) => Number.isSafeInteger(value)

export const uuid = scalar<string>('uuid', isString)
export const text = scalar<string>('text', isString)
export const int = scalar<number>('int', isInteger)
/** Up to 2^53, as a number. */
/** An integer that is one of a few. */
export const intOf = <T extends number>(): SqlType<T, string> => scalar<T>('int', isInteger)
export const bigint = scalar<number>('bigint', isInteger)
export const float = scalar<number>('double precision', (value) => typeof value === 'number')
export const bool = scalar<boolean>('boolean', (value) => typeof value === 'boolean')
export const timestamptz = scalar<Date>('timestamptz', (value) => value instanceof Date)
/** `2026-01-31`, as a parameter; to answer one cast it to text, since the driver would make a local midnight of it. */
export const date = scalar<string>('date', isString)
export const json = <T>(): SqlType<T, string> => scalar<T>('json', (value) => value != null, JSON.stringify)
export const jsonb = <T>(): SqlType<T, string> => scalar<T>('jsonb', (value) => value != null, JSON.stringify)
/** A text that is one of a few words. */
export const oneOf = <const T extends string>(...words: readonly T[]): SqlType<T, string> =>
  scalar<T>('text', (value) => words.includes(value as T))
/** The same in its type only, where the words stand elsewhere as a union. */
export const textOf = <T extends string>(): SqlType<T, string> => scalar<T>('text', isString)

export const array = <T>(of: SqlType<T, string>): SqlType<T[], string> =>
  scalar<T[]>(`${of.sql}[]`, (value) => Array.isArray(value) && value.every((it) => of.accepts(it)))
export const uuids = array(uuid)
export const texts = array(text)
export const bools = array(bool)

/** May be null. */
export const orNull = <T, E>(of: SqlType<T, E>): SqlType<T | null, E> => ({
  ...of,
  nullable: true,
  accepts: (value): value is T | null => value === null || of.accepts(value),
  encode: (value) => (value == null ? null : of.encode(value)),
})
/** A column that may be null in its table and is not in these rows, for the reason given. */
export const neverNull = <T>(of: SqlType<T, string>, why: string): SqlType<T, string> => ({ ...of, neverNull: why })
/** A parameter out of a cursor (`fromCursor`), which the database casts; null for the first page. */
export const cursorValue = (of: SqlType<unknown, string>): SqlType<string | number | null, string> =>
  scalar<string | number | null>(of.sql, () => true)

/**
 * Many rows as one parameter: an array of objects, used as a table: `from ${p.things.as('t')}` becomes
 * `from jsonb_to_recordset($1::jsonb) as t (id uuid, cents int)`. With a second name a column of this name counts the
 * rows from 1 (bigint).
 */
export function records<F extends Types>(fields: F): SqlType<Row<F>[], RecordsExpression> {
  const names = Object.keys(fields)
  const odd = names.find((name) => !/^[a-z][a-z0-9_]*$/.test(name))
  if (odd !== undefined) throw new Error(`${odd} is no name for a column`)
  const typed = names.map((name) => `${name} ${fields[name]?.sql}`).join(', ')
  return {
    ...scalar<Row<F>[]>('jsonb', Array.isArray),
    encode: (rows) =>
      JSON.stringify((rows as Row<F>[]).map((row) => names.map((name) => [name, row[name]])).map(Object.fromEntries)),
    expression: (parameter) => ({
      as: (alias, ordinal) =>
        ordinal === undefined
          ? `jsonb_to_recordset(${parameter}) as ${alias} (${typed})`
          : `rows from (jsonb_to_recordset(${parameter}) as (${typed})) with ordinality as ${alias} (${[...names, ordinal].join(', ')})`,
    }),
  }
}
export type RecordsExpression = { as(alias: string, ordinal?: string): string }
