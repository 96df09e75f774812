import type { Message } from '../../../contract/chat.ts'
import type { Db } from '../../platform/db/db.ts'
import { isForVault, notDeleted } from '../../platform/db/rules.ts'
import { bool, int, statement, textOf, timestamptz, uuid } from '../../platform/db/statement.ts'
import type { Services } from '../../platform/services.ts'
import { isBought } from './message-statements.ts'
import { unreadPredicate } from './unread.ts'
import { isUnsent } from './views.ts'

/** Deletes the text of a message; answers the function that publishes it to both sides, null if it was deleted before. */
export async function tombstone(tx: Db, ctx: Services, messageId: string): Promise<(() => void) | null> {
  const deletedAt = new Date(ctx.now())
  const [message] = await tx.run(softDelete, { message: messageId, now: deletedAt })
  if (message === undefined) return null
  const unsent = isUnsent({ ...message, deleted_at: deletedAt })
  const payload = { session_id: message.session_id, message_id: messageId, seq: message.seq, unsent }
  return ctx.live.record(tx, [
    { userId: message.sender_id, type: 'message_deleted', payload },
    { userId: message.receiver_id, type: 'message_deleted', payload },
  ])
}

/**
 * An unread message that was counted is no longer counted, and the list shows that the last message is deleted. What a fan
 * sent with it goes along; its bytes wait for the end of the trash, in which a report of it can still be looked at.
 */
const softDelete = statement(
  'chat_soft_delete',
  { message: uuid, now: timestamptz },
  {
    session_id: uuid,
    seq: int,
    sender_id: uuid,
    receiver_id: uuid,
    type: textOf<Message['type']>(),
    created_at: timestamptz,
    bought: bool,
  },
  ({ message, now }) => `
    with gone as (
      update messages set deleted_at = ${now}, content = '', earlier = null where id = ${message} and deleted_at is null
      returning id, seq, session_id, sender_id, receiver_id, broadcast_id, type, created_at, price_cents
    ), last as (
      update chat_members m set last_message = case when m.last_message_id = gone.id then null else m.last_message end,
        last_message_type = case when m.last_message_id = gone.id then null else m.last_message_type end,
        unread_count = case when m.user_id = gone.receiver_id and gone.seq > m.read_seq and m.unread_count > 0
          and ${unreadPredicate('gone')} then m.unread_count - 1 else m.unread_count end
      from gone where m.session_id = gone.session_id
    ), media_gone as (
      update media m set deleted_at = ${now} from gone join message_media a on a.message_id = gone.id
      where m.id = a.media_id and not (${isForVault('m')}) and ${notDeleted('m')}
    )
    select session_id, seq, sender_id, receiver_id, type, created_at, ${isBought('gone')} as bought from gone`,
)
