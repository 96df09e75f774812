import { tipCents } from '../../../contract/limits.ts'
import type { Message } from '../../../contract/chat.ts'
import { coinsOf } from '../../../contract/coins.ts'
import type { Db } from '../../platform/db/db.ts'
import { isPublished } from '../../platform/db/rules.ts'
import { int, statement, timestamptz, uuid } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { insertMessage } from './send.ts'
import { notify } from '../notifications/notify.ts'
import { charge, readDeal } from '../wallet/sale.ts'
import { runAll } from '../../platform/live/live.ts'

/** Tips a creator 1 to 200 coins; the same transaction writes it into their chat (product §7). */
export async function tip(
  tx: Db,
  ctx: Services,
  fanId: string,
  it: Tip,
): Promise<{ coins: number; message: Message; afterCommit: () => void }> {
  if (it.amount < tipCents.min || it.amount > tipCents.max) throw refuse('invalid_amount')
  const facts = await readDeal(tx, ctx, fanId, it.id)
  if (it.post_id) await reachPostOf(tx, it.post_id, it.id, ctx.now())
  const object = it.post_id ? { kind: 'post', id: it.post_id } : { kind: 'user', id: it.id }
  const { left } = await charge(tx, ctx, facts, { kind: 'tip', cents: it.amount, object })
  const { message, afterCommit } = await insertMessage(tx, ctx, {
    senderId: fanId,
    receiverId: it.id,
    content: it.message ?? '',
    type: 'tip',
    tipCents: it.amount,
  })
  const told = await ctx.live.record(tx, [{ userId: fanId, type: 'balance', payload: { coins: coinsOf(left) } }])
  const noted = await notify(tx, ctx, {
    userId: it.id,
    type: 'tip_received',
    actorId: fanId,
    object: { kind: 'message', id: message.id },
    amountCents: it.amount,
  })
  return { coins: coinsOf(left), message, afterCommit: runAll([afterCommit, told, noted]) }
}
type Tip = { id: string; amount: number; message?: string; post_id?: string | null }

async function reachPostOf(tx: Db, postId: string, authorId: string, now: number): Promise<void> {
  const found = await tx.run(postOf, { post: postId, author: authorId, now: new Date(now) })
  if (found.length === 0) throw refuse('not_found')
}
const postOf = statement(
  'wallet_post_of',
  { post: uuid, author: uuid, now: timestamptz },
  { found: int },
  ({ post, author, now }) => `
    select 1 as found from posts p where p.id = ${post} and p.author_id = ${author} and ${isPublished('p', now)}`,
)
