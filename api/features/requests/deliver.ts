import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { runAll } from '../../platform/live/live.ts'
import type { Services } from '../../platform/services.ts'
import { ownReadyMedia } from '../chat/attached.ts'
import { insertMessage } from '../chat/send.ts'
import { notify } from '../notifications/notify.ts'
import { releaseEscrow } from '../wallet/escrow.ts'
import { findSaleTerms } from '../wallet/sale.ts'
import { getRequestForViewer, publishToBoth } from './requests.ts'
import { insertEntitlements, insertPurchase, markDelivered } from './statements.ts'

/**
 * Delivers a request: sends a message with media that the fan then owns, and releases the held coins to the creator. The
 * media must be the creator's own and ready, and the fan must not own all of them already (product §13).
 */
export async function deliver(tx: Db, ctx: Services, delivery: Delivery): Promise<() => void> {
  const row = await getRequestForViewer(tx, ctx, { id: delivery.id, userId: delivery.creatorId, act: 'deliver' })
  const terms = await findSaleTerms(tx, ctx, row.fan_id, row.creator_id)
  if (terms === null || terms.blocked) throw refuse('not_found')
  const mediaIds = [...new Set(delivery.mediaIds)]
  const ready = await tx.run(ownReadyMedia, { owner: delivery.creatorId, mediaIds })
  if (ready.length !== mediaIds.length) throw refuse('not_found')
  const purchaseId = newId()
  const now = new Date(ctx.now())
  const opened = await tx.run(insertEntitlements, { fan: row.fan_id, mediaIds, purchase: purchaseId, now })
  if (opened.length === 0) throw refuse('already_done')
  const { message, afterCommit } = await insertMessage(tx, ctx, {
    senderId: row.creator_id,
    receiverId: row.fan_id,
    content: delivery.content,
    type: 'media',
    priceCents: row.price_cents,
    media: mediaIds.map((id) => ({ id, isPreview: false })),
    replyTo: row.message_id,
    operatorId: delivery.operatorId,
    isFixed: true,
  })
  await tx.run(insertPurchase, {
    id: purchaseId,
    fan: row.fan_id,
    creator: row.creator_id,
    message: message.id,
    cents: row.price_cents,
    entry: row.entry_id,
    now,
  })
  const effects = [
    afterCommit,
    await publishToBoth(tx, ctx, row),
    await notify(tx, ctx, {
      userId: row.fan_id,
      type: 'request_delivered',
      actorId: row.creator_id,
      object: { kind: 'message', id: message.id },
    }),
  ]
  const paidEntryId = await releaseEscrow(tx, ctx, terms, {
    kind: 'request',
    cents: row.price_cents,
    object: { kind: 'request', id: row.id },
  })
  await tx.run(markDelivered, { id: row.id, message: message.id, paidEntry: paidEntryId, now })
  return runAll(effects)
}
type Delivery = {
  id: string
  creatorId: string
  content: string
  mediaIds: readonly string[]
  operatorId: string | null
}
