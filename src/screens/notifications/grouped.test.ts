import { expect, test } from 'vitest'
import type { Notification } from '../../../contract/notifications.ts'
import { grouped } from './grouped.ts'

let made = 0
const one = (type: string, objectId: string | null, day: string, read = true): Notification => ({
  id: `n${++made}`,
  type,
  actor: null,
  object: { kind: null, id: objectId, url: '/' },
  text: '',
  created_at: `${day}T10:00:00.000Z`,
  read_at: read ? day : null,
})

test('groups likes of one post on one day, but not amounts or other days', () => {
  const all = [
    one('post_like', 'p1', '2026-11-20', false),
    one('post_like', 'p1', '2026-11-20'),
    one('tip_received', 'm1', '2026-11-20'),
    one('tip_received', 'm1', '2026-11-20'),
    one('post_like', 'p2', '2026-11-20'),
    one('post_like', 'p1', '2026-11-19', false),
  ]
  expect(grouped(all).map((it) => [it.first.type, it.first.object.id, it.others, it.unread.length])).toEqual([
    ['post_like', 'p1', 1, 1],
    ['tip_received', 'm1', 0, 0],
    ['tip_received', 'm1', 0, 0],
    ['post_like', 'p2', 0, 0],
    ['post_like', 'p1', 0, 1],
  ])
})
