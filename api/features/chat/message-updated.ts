import type { Db } from '../../platform/db/db.ts'
import type { LiveMessage } from '../../platform/live/live.ts'
import type { Services } from '../../platform/services.ts'
import type { Sides } from './sides.ts'
import { readMessages } from './views.ts'

/** Records for both sides that a message has changed; to be called in the transaction that changes it. */
export async function publishMessageUpdated(
  tx: Db,
  ctx: Services,
  sides: Sides,
  messageId: string,
): Promise<() => void> {
  const events: LiveMessage[] = []
  for (const userId of [sides.sender_id, sides.receiver_id]) {
    const message = (await readMessages(ctx, { id: userId, seesAmounts: true }, [messageId], tx)).get(messageId)
    if (message !== undefined)
      events.push({ userId, type: 'message_updated', payload: { session_id: sides.session_id, message } })
  }
  return ctx.live.record(tx, events)
}
