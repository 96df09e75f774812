import { expect, it } from 'vitest'
import { cut, fromCursor } from './pages.ts'

const id = '0198c0de-0000-7000-8000-0000000000aa'
const cursorOf = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url')

it('reads back the sort values of the last row of a page', () => {
  const at = '2026-11-22 18:37:39.123456+00'
  const rows = [
    { at, id },
    { at, id },
  ]
  const { next } = cut(rows, 1, (row) => [row.at, row.id])
  expect(fromCursor(next ?? '', 'time', 'uuid')).toEqual([at, id])
  expect(cut(rows, 2, (row) => [row.id]).next).toBeNull()
})

it.each([['2026-01-31T12:00:00.000Z'], ['2026-01-31 12:00:00+05:30'], ['2024-02-29 23:59:59.999999-03']])(
  'accepts the time %s',
  (at) => {
    expect(fromCursor(cursorOf(at), 'time')).toEqual([at])
  },
)

it.each([
  ['no JSON', 'x', ['uuid']],
  ['an object', Buffer.from('{}').toString('base64url'), ['uuid']],
  ['too few values', cursorOf(id), ['time', 'uuid']],
  ['too many values', cursorOf(id, id), ['uuid']],
  ['a word for an id', cursorOf('abc'), ['uuid']],
  ['a number for an id', cursorOf(7), ['uuid']],
  ['a day that does not exist', cursorOf('2026-02-30 12:00:00+00'), ['time']],
  ['an hour that does not exist', cursorOf('2026-02-20 24:00:00+00'), ['time']],
  ['infinity for a time', cursorOf('infinity'), ['time']],
  ['a fraction for an integer', cursorOf(1.5), ['int']],
  ['an integer beyond four bytes', cursorOf(2 ** 31), ['int']],
  ['a NUL in a text', cursorOf('a\u0000'), ['text']],
] as const)('refuses %s', (_, cursor, kinds) => {
  expect(() => fromCursor(cursor, ...kinds)).toThrow('invalid_input')
})

it('starts at the beginning without a cursor', () => {
  expect(fromCursor(undefined, 'uuid')).toBeNull()
  expect(fromCursor('', 'uuid')).toBeNull()
})
