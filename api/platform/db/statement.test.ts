import { expect, expectTypeOf, it } from 'vitest'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from './ids.ts'
import {
  array,
  bigint,
  bool,
  cursorValue,
  int,
  json,
  jsonb,
  oneOf,
  orNull,
  type RowOf,
  records,
  statement,
  text,
  timestamptz,
  uuid,
  uuids,
} from './statement.ts'

const api = testApi()

const everyType = statement(
  'test_every_type',
  {
    id: uuid,
    ids: uuids,
    word: oneOf('a', 'b'),
    at: timestamptz,
    missing: orNull(text),
    thing: jsonb<{ n: number }>(),
  },
  {
    id: uuid,
    ids: uuids,
    word: oneOf('a', 'b'),
    at: timestamptz,
    missing: orNull(text),
    thing: jsonb<{ n: number }>(),
    list: json<string[]>(),
    flags: array(bool),
    count: bigint,
  },
  (p) => `select ${p.id} as id, ${p.ids} as ids, ${p.word} as word, ${p.at} as at, ${p.missing} as missing,
    ${p.thing} as thing, json_build_array('x') as list, array[true] as flags, cardinality(${p.ids})::bigint as count`,
)

it('takes named values of every type and answers typed rows', async () => {
  const id = newId()
  const at = new Date(1_700_000_000_000)
  const [row] = await api.db.run(everyType, { id, ids: [id], word: 'a', at, missing: null, thing: { n: 1 } })
  expectTypeOf(row).toEqualTypeOf<RowOf<typeof everyType> | undefined>()
  expectTypeOf<RowOf<typeof everyType>>().toEqualTypeOf<{
    id: string
    ids: string[]
    word: 'a' | 'b'
    at: Date
    missing: string | null
    thing: { n: number }
    list: string[]
    flags: boolean[]
    count: number
  }>()
  expect(row).toEqual({
    id,
    ids: [id],
    word: 'a',
    at,
    missing: null,
    thing: { n: 1 },
    list: ['x'],
    flags: [true],
    count: 1,
  })
})

const manyRows = statement(
  'test_many_rows',
  { things: records({ id: uuid, cents: int, at: orNull(timestamptz), ids: uuids, note: jsonb<string[]>() }) },
  { n: bigint, id: uuid, cents: int, at: orNull(timestamptz), ids: uuids, note: jsonb<string[]>() },
  (p) => `select t.n, t.id, t.cents, t.at, t.ids, t.note from ${p.things.as('t', 'n')} order by t.n`,
)

it('takes many rows as one parameter, in their order', async () => {
  const things = [
    { id: newId(), cents: 1, at: new Date(5), ids: [newId(), newId()], note: ['a'] },
    { id: newId(), cents: 2, at: null, ids: [], note: [] },
  ]
  const rows = await api.db.run(manyRows, { things })
  expect(rows).toEqual(things.map((thing, at) => ({ n: at + 1, ...thing })))
  expect(await api.db.run(manyRows, { things: [] })).toEqual([])
})

const afterCursor = statement(
  'test_after_cursor',
  { after: orNull(cursorValue(timestamptz)) },
  { is_first: bool },
  (p) => `select ${p.after} is null as is_first`,
)

it('lets the database cast what a cursor holds', async () => {
  expect(await api.db.run(afterCursor, { after: null })).toEqual([{ is_first: true }])
  expect(await api.db.run(afterCursor, { after: '2026-01-31 10:00:00.123456+00' })).toEqual([{ is_first: false }])
})

it('refuses two statements of one name', () => {
  const make = (sql: string) => statement('test_twice', {}, {}, () => sql)
  make('select 1 as one')
  make('select 1 as one')
  expect(() => make('select 2 as two')).toThrow('test_twice')
})
