import type { Db, Statement } from '../../platform/db/db.ts'
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
  const [found] = await tx.run<{ content: string; name: string }>(greeting, [it.creatorId, it.fanId])
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

const greeting: Statement = {
  name: 'chat_greeting',
  text: `
    select w.content, coalesce(u.display_name, u.username, '') as name from welcome_messages w, users u
    where w.user_id = $1::uuid and w.enabled and u.id = $2::uuid
      and not exists (select 1 from messages m where m.sender_id = $1::uuid and m.client_id = 'welcome:' || $2::text)`,
}
