import { expect, it } from 'vitest'
import { addRow, isSavable, problemOf, toCues, toRow } from './rows.ts'

const row = (start: number, end: number, text = 'Hello') => toRow({ start, end, text })

it('says what is wrong with a row', () => {
  expect(problemOf(row(1, 3), row(0, 1))).toBeNull()
  expect(problemOf({ ...row(1, 3), end: 'soon' }, undefined)).toBe('time')
  expect(problemOf(row(3, 3), undefined)).toBe('order')
  expect(problemOf(row(1, 3, ' '), undefined)).toBe('empty')
  expect(problemOf(row(1, 3), row(0, 2))).toBe('overlap')
  expect(problemOf(row(1, 2, 'a'.repeat(26)), undefined)).toBe('fast')
  const all = [row(1, 3), { ...row(1, 3), end: '' }, row(3, 2), row(1, 3, ''), row(1, 1.5, 'a'.repeat(26))]
  expect(all.map(isSavable)).toEqual([true, false, false, false, true])
})

it('adds a row where the film is, up to the next one', () => {
  const rows = [row(1, 2), row(6, 8)]
  const { rows: three, added } = addRow(rows, 4, 60)
  expect(three.map((it) => it.start)).toEqual(['0:01.00', '0:04.00', '0:06.00'])
  expect([added.start, added.end]).toEqual(['0:04.00', '0:06.00'])
  expect(addRow(rows, 59, 60).rows.at(-1)).toMatchObject({ start: '0:59.00', end: '1:00.00' })
  expect(addRow([], 60, 60).added.end).toBe('1:00.50')
  expect(toCues(three)[0]).toEqual({ start: 1, end: 2, text: 'Hello' })
})
