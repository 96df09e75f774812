import type { Message } from '../../../contract/chat.ts'
import { coinsOf } from '../../../contract/coins.ts'
import { tipCents } from '../../../contract/prices.ts'
import type { Db } from '../../platform/db/db.ts'
import { isThereFor } from '../../platform/db/rules.ts'
import { int, statement, timestamptz, uuid } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { runAll } from '../../platform/live/live.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/notify.ts'
import { charge, getSaleTerms } from '../wallet/sale.ts'
import { insertMessage } from './send.ts'

/** Tips a creator 1 to 200 coins; the same transaction writes it into their chat (product §7). */
export async function tip(
  tx: Db,
  ctx: Services,
  fanId: string,
  { id: creatorId, amount, message: content = '', post_id: postId }: Tip,
): Promise<{ coins: number; message: Message; afterCommit: () => void }> {
  if (amount < tipCents.min || amount > tipCents.max) throw refuse('invalid_amount')
  const terms = await getSaleTerms(tx, ctx, fanId, creatorId)
  if (postId) await requirePostOf(tx, { post: postId, author: creatorId, fan: fanId, now: new Date(ctx.now()) })
  const object = postId ? { kind: 'post', id: postId } : { kind: 'user', id: creatorId }
  const { left } = await charge(tx, ctx, terms, { kind: 'tip', cents: amount, object })
  const { message, afterCommit } = await insertMessage(tx, ctx, {
    senderId: fanId,
    receiverId: creatorId,
    content,
    type: 'tip',
    tipCents: amount,
  })
  const publishBalance = await ctx.live.record(tx, [
    { userId: fanId, type: 'balance', payload: { coins: coinsOf(left) } },
  ])
  const publishNotification = await notify(tx, ctx, {
    userId: creatorId,
    type: 'tip_received',
    actorId: fanId,
    object: { kind: 'message', id: message.id },
    amountCents: amount,
  })
  return { coins: coinsOf(left), message, afterCommit: runAll([afterCommit, publishBalance, publishNotification]) }
}
/** `amount` in cents. */
type Tip = { id: string; amount: number; message?: string; post_id?: string | null }

async function requirePostOf(tx: Db, of: { post: string; author: string; fan: string; now: Date }): Promise<void> {
  const found = await tx.run(postOf, of)
  if (found.length === 0) throw refuse('not_found')
}
const postOf = statement(
  'wallet_post_of',
  { post: uuid, author: uuid, fan: uuid, now: timestamptz },
  { found: int },
  ({ post, author, fan, now }) => `
    select 1 as found from posts p where p.id = ${post} and p.author_id = ${author} and ${isThereFor(fan, 'p', now)}`,
)
