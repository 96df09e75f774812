import { expect, test } from 'vitest'
import type { Notification } from '../../../contract/notifications.ts'
import type { User } from '../../../contract/users.ts'
import { grouped } from './grouped.ts'

let made = 0
const one = (type: string, objectId: string | null, day: string, read = true, actor?: string): Notification => ({
  id: `n${++made}`,
  type,
  actor: actor === undefined ? null : ({ id: actor } as User),
  object: { kind: null, id: objectId, url: '/' },
  thumbnail: null,
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

test('names up to three people of a group, the latest first and each once', () => {
  const likes = ['fiona', 'frank', 'fiona', 'mina', 'theo'].map((actor) =>
    one('post_like', 'p1', '2026-11-20', true, actor),
  )
  const [group] = grouped(likes)
  expect(group?.actors.map((it) => it.id)).toEqual(['fiona', 'frank', 'mina'])
  expect(group?.others).toBe(4)
})
