import type { BroadcastCopy } from '../../../contract/broadcast-shapes.ts'
import type { broadcasts as contract } from '../../../contract/broadcasts.ts'
import { coinsOf } from '../../../contract/coins.ts'
import type { Received } from '../../../contract/endpoint.ts'
import { appName } from '../../../contract/limits.ts'
import { paidCents } from '../../../contract/prices.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import fr from '../../../messages/fr.json' with { type: 'json' }
import { readPeople } from '../../people/views.ts'
import { audit } from '../../platform/audit/audit.ts'
import { requireFlag } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { type Viewer, writerOf } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { presentMedia } from '../media/views.ts'
import { appIcon, discreetNews, type PushReader, push } from '../notifications/push.ts'
import { deleteCopy, mediaOfCopy, selectCopy, upsertCopy } from './copy-statements.ts'
import { soldMedia } from './recipients.ts'

/**
 * Sends what is being written to its author alone, as a fan would receive it (product §88): a copy that only they read, in no
 * conversation and no figure. Answers it. A creator in person gets a push on every browser that takes them, the one they
 * write in too; an operator has none for an account that is not theirs.
 */
export async function sendCopy(
  ctx: Services,
  viewer: Viewer,
  draft: Received<typeof contract.sendCopy>,
): Promise<BroadcastCopy | null> {
  const media = [...new Set([...draft.media_ids, ...draft.preview_ids])]
  if (media.length > 0) requireFlag(viewer, 'can_medias')
  if (draft.price != null) requireFlag(viewer, 'can_payment')
  if (draft.content === '' && media.length === 0)
    throw refuse('invalid_input', { fields: { content: ['nothing to send'] } })
  if (draft.price != null && (draft.price < paidCents.min || draft.price > paidCents.max))
    throw refuse('invalid_amount')
  await ctx.db.transact(async (tx) => {
    await tx.run(upsertCopy, {
      ...authorOf(viewer),
      content: draft.content,
      second: draft.second_content ?? null,
      price: draft.price ?? null,
      media,
      previews: [...new Set(draft.preview_ids)],
      now: new Date(ctx.now()),
    })
    const stored = await tx.run(mediaOfCopy, authorOf(viewer))
    if (stored.length !== media.length) throw refuse('not_found')
    await audit(tx, viewer, 'broadcasts.copy')
  })
  if (viewer.acting === null) void push(ctx, viewer.id, 'messages', copyNews, null)
  return readCopy(ctx, viewer)
}

/** What the caller sent to themselves last, with what of it still exists; null without one. */
export async function readCopy(ctx: Services, viewer: Viewer): Promise<BroadcastCopy | null> {
  const [row] = await ctx.db.run(selectCopy, authorOf(viewer))
  if (row === undefined) return null
  const [media, people] = await Promise.all([
    ctx.db.run(mediaOfCopy, authorOf(viewer)),
    readPeople(ctx, viewer.id, [viewer.id]),
  ])
  const sender = people.get(viewer.id)
  if (sender === undefined) return null
  const sold = new Set(row.price_cents === null ? [] : soldMedia(row))
  return {
    sent_at: row.sent_at.toISOString(),
    sender,
    content: row.content,
    second_content: row.second_content,
    media: media.map((it) => ({
      ...presentMedia(ctx, it, { allowed: !sold.has(it.id), priceCents: null, viewerId: viewer.id }),
      download: null,
    })),
    price: row.price_cents === null ? null : coinsOf(row.price_cents),
  }
}

export async function removeCopy(ctx: Services, viewer: Viewer): Promise<void> {
  await ctx.db.run(deleteCopy, authorOf(viewer))
}

const authorOf = (viewer: Viewer) => ({ creator: viewer.id, author: writerOf(viewer) })

/** It names no content, as no push about a message does. */
const copyNews = async (reader: PushReader) =>
  reader.discreet
    ? discreetNews(reader, copyPath)
    : {
        title: appName,
        body: { en, fr }[reader.locale].broadcasts_copy_push,
        url: copyPath,
        tag: 'broadcast-copy',
        icon: appIcon,
      }
const copyPath = '/chat/creator-channel'
