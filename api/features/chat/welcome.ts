import type { Db } from '../../platform/db/db.ts'
import { withName } from '../../platform/db/rules.ts'
import { statement, text, uuid } from '../../platform/db/statement.ts'
import type { Services } from '../../platform/services.ts'
import { insertMessage } from './send.ts'

/**
 * Sends the creator's welcome message to a new subscriber, in the transaction of the subscription and if the creator has
 * enabled it: once per fan, however often they subscribe. Answers what to call after the commit.
 */
export async function welcomeSubscriber(
  tx: Db,
  ctx: Services,
  { creatorId, fanId }: { creatorId: string; fanId: string },
): Promise<() => void> {
  const clientId = welcomeKey(fanId)
  const [welcome] = await tx.run(selectWelcome, { creator: creatorId, fan: fanId, clientId })
  if (welcome === undefined) return () => undefined
  const { content } = welcome
  const message = { senderId: creatorId, receiverId: fanId, content, type: 'text', clientId } as const
  const { afterCommit } = await insertMessage(tx, ctx, message)
  return afterCommit
}
const welcomeKey = (fanId: string) => `welcome:${fanId}`

/** No row if there is no welcome message, or this fan has received it. */
const selectWelcome = statement(
  'chat_welcome',
  { creator: uuid, fan: uuid, clientId: text },
  { content: text },
  ({ creator, fan, clientId }) => `
    select ${withName('w.content', 'u')} as content from welcome_messages w, users u
    where w.user_id = ${creator} and w.enabled and u.id = ${fan}
      and not exists (select 1 from messages m where m.sender_id = ${creator} and m.client_id = ${clientId})`,
)
