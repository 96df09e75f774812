import type { Db } from '../../platform/db/db.ts'
import { int, statement, uuid } from '../../platform/db/statement.ts'
import type { Services } from '../../platform/services.ts'
import { unreadPredicate } from './unread.ts'

/** Deletes the text of a message; answers the function that publishes it to both sides, null if it was deleted before. */
export async function tombstone(tx: Db, ctx: Services, messageId: string): Promise<(() => void) | null> {
  const [message] = await tx.run(softDelete, { message: messageId })
  if (message === undefined) return null
  const payload = { session_id: message.session_id, message_id: messageId, seq: message.seq }
  return ctx.live.record(tx, [
    { userId: message.sender_id, type: 'message_deleted', payload },
    { userId: message.receiver_id, type: 'message_deleted', payload },
  ])
}

/** An unread message that was counted is no longer counted, and the list shows that the last message is deleted. */
const softDelete = statement(
  'chat_soft_delete',
  { message: uuid },
  { session_id: uuid, seq: int, sender_id: uuid, receiver_id: uuid },
  ({ message }) => `
    with gone as (
      update messages set deleted_at = now(), content = '' where id = ${message} and deleted_at is null
      returning id, seq, session_id, sender_id, receiver_id, broadcast_id
    ), last as (
      update chat_members m set last_message = case when m.last_message_id = gone.id then null else m.last_message end,
        last_message_type = case when m.last_message_id = gone.id then null else m.last_message_type end,
        unread_count = case when m.user_id = gone.receiver_id and gone.seq > m.read_seq and m.unread_count > 0
          and ${unreadPredicate('gone')} then m.unread_count - 1 else m.unread_count end
      from gone where m.session_id = gone.session_id
    )
    select session_id, seq, sender_id, receiver_id from gone`,
)
