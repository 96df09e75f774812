import { describe, expect, it } from 'vitest'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from './ids.ts'
import { isUnreadNotification, notificationReadAt, unreadNotifications } from './rules.ts'
import { notificationMarks, notifications } from './schema/notifications.ts'
import { bool, int, orNull, statement, text, timestamptz, uuid } from './statement.ts'

/** The three ways to ask whether a notification is unread, for every combination of the rows that decide. */
const api = testApi({ empty: true })
const readItself = new Date('2026-05-05T12:00:00Z')
const readOfKind = new Date('2026-05-06T12:00:00Z')
const readOfAll = new Date('2026-05-07T12:00:00Z')

const row = statement(
  'test_notification_read_at',
  { id: uuid },
  { read_at: orNull(timestamptz), is_unread: bool, is_listed: bool },
  ({ id }) => `
    select ${notificationReadAt('n')} as read_at, ${isUnreadNotification('n')} as is_unread,
      exists (select 1 from ${unreadNotifications('n.user_id', { where: 'true', most: 'all' })} u where u.id = n.id) as is_listed
    from notifications n where n.id = ${id}`,
)
const list = statement(
  'test_notifications_unread',
  { user: uuid, most: int },
  { id: uuid, type: text },
  ({ user, most }) => `
    select n.id, n.type from ${unreadNotifications(user, { where: `n.type <> 'tip_received'`, most })} n order by n.id`,
)

const positions = ['none', 'before', 'at', 'after'] as const
type Position = (typeof positions)[number]

describe('a notification is read', () => {
  it('by itself, or by a mark of its reader over its kind or over every kind that is not before it', async () => {
    for (const itself of [false, true]) {
      for (const ofKind of positions) {
        for (const ofAll of positions) {
          const [earlier, id, later] = [newId(), newId(), newId()]
          const [reader, other] = [newId(), newId()]
          const set = async (userId: string, type: string, position: Position, readAt: Date) => {
            if (position === 'none') return
            const through = { before: earlier, at: id, after: later }[position]
            await api.db.insert(notificationMarks).values({ userId, type, through, readAt })
          }
          const content = { type: 'new_follower', readAt: itself ? readItself : null }
          await api.db.insert(notifications).values({ id, userId: reader, ...content })
          await set(reader, 'new_follower', ofKind, readOfKind)
          await set(reader, '*', ofAll, readOfAll)
          await set(reader, 'post_like', 'after', readItself)
          await set(other, '*', 'after', readItself)

          const covers = (position: Position) => position === 'at' || position === 'after'
          const byMark = covers(ofKind) ? readOfKind : covers(ofAll) ? readOfAll : null
          const readAt = itself ? readItself : byMark
          const isUnread = readAt === null
          expect((await api.db.run(row, { id }))[0], JSON.stringify({ itself, ofKind, ofAll })).toEqual({
            read_at: readAt,
            is_unread: isUnread,
            is_listed: isUnread,
          })
        }
      }
    }
  })

  it('and otherwise listed: the newest of each kind that the caller asks for', async () => {
    const [reader, other] = [newId(), newId()]
    const leave = async (userId: string, type: string) => {
      const id = newId()
      await api.db.insert(notifications).values({ id, userId, type })
      return { id, type }
    }
    await leave(reader, 'new_follower')
    await leave(reader, 'post_like')
    await leave(reader, 'tip_received')
    const likes = [await leave(reader, 'post_like'), await leave(reader, 'post_like')]
    const unknown = await leave(reader, 'a kind of a later version')
    await leave(other, 'new_follower')
    const followers = [await leave(reader, 'new_follower'), await leave(reader, 'new_follower')]
    expect(await api.db.run(list, { user: reader, most: 2 })).toEqual([...likes, unknown, ...followers])
  })
})
