import { paidCents } from '../../../contract/prices.ts'
import type { Db } from '../../platform/db/db.ts'
import { isForVault, notDeleted } from '../../platform/db/rules.ts'
import { statement, uuid, uuids } from '../../platform/db/statement.ts'
import { requireFlag } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'

/** What is attached to a text that is sent later; `price` is cents. */
type Attached = {
  media_ids?: readonly string[] | undefined
  preview_ids?: readonly string[] | undefined
  price?: number | null | undefined
}

/**
 * What is stored of media and price that are attached to a text. Throws as sending does: for media that are gone or
 * another's, a price of nothing, and flags that an operator lacks.
 */
export async function attachedValues(tx: Db, viewer: Viewer, { media_ids, preview_ids = [], price = null }: Attached) {
  const media = [...new Set([...(media_ids ?? []), ...preview_ids])]
  if (media.length > 0) requireFlag(viewer, 'can_medias')
  if (price !== null) {
    requireFlag(viewer, 'can_payment')
    if (price < paidCents.min || price > paidCents.max) throw refuse('invalid_amount')
    if (media.every((id) => preview_ids.includes(id)))
      throw refuse('invalid_input', { fields: { price: ['nothing to sell'] } })
  }
  const ready = await tx.run(ownReadyMedia, { owner: viewer.id, mediaIds: media })
  if (ready.length !== media.length) throw refuse('not_found')
  return { mediaIds: media, previewIds: [...new Set(preview_ids)], priceCents: price }
}

/** Those of the media that are the creator's own and ready. */
export const ownReadyMedia = statement(
  'chat_own_ready_media',
  { owner: uuid, mediaIds: uuids },
  { id: uuid },
  ({ owner, mediaIds }) => `
    select m.id from media m
    where m.owner_id = ${owner} and m.id = any(${mediaIds}) and m.state = 'ready' and ${notDeleted('m')} and ${isForVault('m')}`,
)
