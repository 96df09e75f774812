import { bool, type RowOf, statement, uuid } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { readSendFacts, type SendFacts } from './facts.ts'

/** Both sides of a message, if the viewer is one of them; any other message is not found (safety §15). */
export async function getSidesForViewer(ctx: Services, viewer: Viewer, messageId: string): Promise<Sides> {
  const [sides] = await ctx.db.run(sidesOf, { message: messageId, viewer: viewer.id })
  if (sides === undefined) throw refuse('not_found')
  return sides
}

/** What decides whether the viewer may write to the other side; refuses with `chat_closed` where that account is gone. */
export async function readFactsOfOther(ctx: Services, viewer: Viewer, sides: Sides): Promise<SendFacts> {
  const receiverId = sides.sender_id === viewer.id ? sides.receiver_id : sides.sender_id
  const content = { clientId: null, replyTo: null, mediaIds: [] }
  const facts = await readSendFacts(ctx, { senderId: viewer.id, receiverId, ...content })
  if (facts === null) throw refuse('chat_closed', { reason: 'gone' })
  return facts
}

const sidesOf = statement(
  'chat_sides',
  { message: uuid, viewer: uuid },
  { session_id: uuid, sender_id: uuid, receiver_id: uuid, deleted: bool },
  ({ message, viewer }) => `
    select session_id, sender_id, receiver_id, deleted_at is not null as deleted from messages
    where id = ${message} and (sender_id = ${viewer} or receiver_id = ${viewer})`,
)
export type Sides = RowOf<typeof sidesOf>
