import type { SavedReply } from '../chat-tools.ts'

/** Which rights a viewer has over what a reply attaches; a creator in person has all of them. */
type ReplyRights = Readonly<Record<'can_medias' | 'can_payment', boolean>>
type AttachedReply = Pick<SavedReply, 'media_ids' | 'preview_ids' | 'missing' | 'is_priced' | 'price'>

/** What choosing a saved reply attaches to a message; `price` is coins. */
export type ReplyParts = { mediaIds: readonly string[]; previewIds: readonly string[]; price: number | null }

/** The right without which a reply is not offered: its words alone would promise what cannot be attached, or give it away. */
export function closedReply(
  { media_ids, missing, is_priced }: AttachedReply,
  rights: ReplyRights,
): keyof ReplyRights | null {
  if (media_ids.length + missing > 0 && !rights.can_medias) return 'can_medias'
  return is_priced && !rights.can_payment ? 'can_payment' : null
}

/** What a reply attaches of what the vault still has (product §72). Previews alone are never sold. */
export function partsOfReply({ media_ids: mediaIds, preview_ids: previewIds, price }: AttachedReply): ReplyParts {
  const sells = mediaIds.some((id) => !previewIds.includes(id))
  return sells && price !== null ? { mediaIds, previewIds, price } : { mediaIds, previewIds: [], price: null }
}
