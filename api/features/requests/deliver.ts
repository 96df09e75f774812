import type { Db, Statement } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { insertMessage } from '../chat/send.ts'
import { notify } from '../notifications/notify.ts'
import { releaseEscrow } from '../wallet/escrow.ts'
import { dealFacts } from '../wallet/sale.ts'
import { getRequestForViewer, publishToBoth } from './requests.ts'
import { runAll } from '../../platform/live/live.ts'

/**
 * Delivers: a message with media that are the fan's from then on, and the held coins go to the creator. The media must
 * be the creator's own and ready, and one of them new to the fan: nobody pays for what they own (product §13).
 */
export async function deliver(tx: Db, ctx: Services, it: Delivery): Promise<() => void> {
  const row = await getRequestForViewer(tx, ctx, { id: it.id, userId: it.creatorId, act: 'deliver' })
  const deal = await dealFacts(tx, ctx, row.fan_id, row.creator_id)
  if (deal === null || deal.blocked) throw refuse('not_found')
  const mediaIds = [...new Set(it.mediaIds)]
  const mine = await tx.run(ownReady, [it.creatorId, mediaIds])
  if (mine.length !== mediaIds.length) throw refuse('not_found')
  const purchaseId = newId()
  const now = new Date(ctx.now())
  const opened = await tx.run(entitling, [row.fan_id, mediaIds, purchaseId, now])
  if (opened.length === 0) throw refuse('already_done')
  const { message, afterCommit } = await insertMessage(tx, ctx, {
    senderId: row.creator_id,
    receiverId: row.fan_id,
    content: it.content,
    type: 'media',
    priceCents: row.price_cents,
    media: mediaIds.map((id) => ({ id, isPreview: false })),
    replyTo: row.message_id,
    operatorId: it.operatorId,
  })
  await tx.run(buying, [purchaseId, row.fan_id, row.creator_id, message.id, row.price_cents, row.entry_id, now])
  const told = [
    afterCommit,
    await publishToBoth(tx, ctx, row),
    await notify(tx, ctx, {
      userId: row.fan_id,
      type: 'request_delivered',
      actorId: row.creator_id,
      object: { kind: 'message', id: message.id },
    }),
  ]
  const paidEntryId = await releaseEscrow(tx, ctx, deal, {
    kind: 'request',
    cents: row.price_cents,
    object: { kind: 'request', id: row.id },
  })
  await tx.run(delivering, [row.id, message.id, paidEntryId, now])
  return runAll(told)
}
type Delivery = {
  id: string
  creatorId: string
  content: string
  mediaIds: readonly string[]
  operatorId: string | null
}

const ownReady: Statement = {
  name: 'request_media',
  text: `select id from media where owner_id = $1 and id = any($2::uuid[]) and state = 'ready' and deleted_at is null`,
}
const entitling: Statement = {
  name: 'request_entitle',
  text: `insert into entitlements (user_id, media_id, purchase_id, created_at)
    select $1::uuid, x, $3::uuid, $4::timestamptz from unnest($2::uuid[]) x on conflict do nothing returning media_id`,
}
const buying: Statement = {
  name: 'request_buy',
  text: `insert into purchases (id, buyer_id, creator_id, object_kind, object_id, price_cents, entry_id, created_at)
    values ($1, $2, $3, 'message', $4, $5, $6, $7)`,
}
const delivering: Statement = {
  name: 'request_deliver',
  text: `update paid_requests set state = 'delivered', delivered_id = $2, paid_entry_id = $3, closed_at = $4 where id = $1`,
}
