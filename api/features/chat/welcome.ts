import type { Db } from '../../platform/db/db.ts'
import { statement, text, uuid } from '../../platform/db/statement.ts'
import type { Services } from '../../platform/services.ts'
import { insertMessage } from './send.ts'

/**
 * Greets a new subscriber in the transaction of the subscription, when the creator wants that: once per fan, however
 * often they come back. Answers what to call after the commit.
 */
export async function welcomeSubscriber(
  tx: Db,
  ctx: Services,
  it: { creatorId: string; fanId: string },
): Promise<() => void> {
  const [found] = await tx.run(greeting, { creator: it.creatorId, fan: it.fanId, clientId: welcomeKey(it.fanId) })
  if (found === undefined) return () => undefined
  const content = found.content.replaceAll('{name}', found.name)
  const { afterCommit } = await insertMessage(tx, ctx, {
    senderId: it.creatorId,
    receiverId: it.fanId,
    content,
    type: 'text',
    clientId: welcomeKey(it.fanId),
  })
  return afterCommit
}
const welcomeKey = (fanId: string) => `welcome:${fanId}`

const greeting = statement(
  'chat_greeting',
  { creator: uuid, fan: uuid, clientId: text },
  { content: text, name: text },
  ({ creator, fan, clientId }) => `
    select w.content, coalesce(u.display_name, u.username, '') as name from welcome_messages w, users u
    where w.user_id = ${creator} and w.enabled and u.id = ${fan}
      and not exists (select 1 from messages m where m.sender_id = ${creator} and m.client_id = ${clientId})`,
)
