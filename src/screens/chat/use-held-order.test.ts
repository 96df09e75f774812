import { expect, it } from 'vitest'
import { inHeldOrder, orderOf } from './use-held-order.ts'

const row = (id: string, minute: number) => ({ id, last_message_at: `2026-11-25T10:0${minute}:00.000Z` })
const rows = [row('c', 3), row('b', 2), row('a', 1)]
const ids = (shown: readonly { id: string }[]) => shown.map((it) => it.id).join('')

it('leaves rows in their order while none is held', () => {
  expect(inHeldOrder(rows, null)).toEqual({ shown: rows, fresh: 0 })
})

it('moves no row for a message that arrives, changes it in its place, and counts it', () => {
  const held = orderOf(rows)
  const after = [row('a', 5), row('c', 3), row('b', 2)]
  const { shown, fresh } = inHeldOrder(after, held)
  expect([ids(shown), fresh]).toEqual(['cba', 1])
  expect(shown[2]?.last_message_at).toBe(row('a', 5).last_message_at)
})

it('keeps a new conversation out and counts it, and adds the next page at the end', () => {
  const held = orderOf(rows)
  const { shown, fresh } = inHeldOrder([row('new', 6), ...rows, row('old', 0)], held)
  expect([ids(shown), fresh]).toEqual(['cbaold', 1])
})

it('drops what is gone', () => {
  expect(ids(inHeldOrder([row('c', 3), row('a', 1)], orderOf(rows)).shown)).toBe('ca')
})
