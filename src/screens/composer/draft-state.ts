import { mediaPerPost, namePlaceholder } from '../../../contract/limits.ts'
import type { Post, PostDraft } from '../../../contract/posts.ts'
import { paidCents } from '../../../contract/prices.ts'
import { coinInput } from '../../lib/money.ts'
import { parseCoins } from '../../lib/parse-coins.ts'
import { m } from '../../paraglide/messages.js'
import type { Writing } from '../../queries/writing.ts'

/** A post while it is being written: amounts and moments as they are typed. */
export type DraftState = {
  text: string
  visibility: Post['visibility']
  price: string
  mediaIds: readonly string[]
  previewIds: readonly string[]
  /** Local day and time as a `datetime-local` field has it; null for now. */
  at: string | null
  payersOnly: boolean
}

/** A new post; whose fans pay a subscription begins with them, and not with everybody (product §12). */
export const emptyDraft = (subscriptionPrice: number | null): DraftState => ({
  text: '',
  visibility: subscriptionPrice ? 'subscribers' : 'public',
  price: '',
  mediaIds: [],
  previewIds: [],
  at: null,
  payersOnly: false,
})

/** The post that was being written, as the server has kept it. */
export const fromStored = (stored: PostDraft): DraftState => ({
  text: stored.text,
  visibility: stored.visibility,
  price: stored.price === null ? '' : coinInput(stored.price),
  mediaIds: stored.media_ids,
  previewIds: stored.preview_ids,
  at: stored.publish_at === null ? null : localTime(new Date(stored.publish_at)),
  payersOnly: stored.comments_for === 'payers',
})

/** It with further files from the vault, as many as a post may have. */
export const withMedia = (draft: DraftState, ids: readonly string[]): DraftState => ({
  ...draft,
  mediaIds: [...new Set([...draft.mediaIds, ...ids])].slice(0, mediaPerPost),
})

export const draftOf = (post: Post): DraftState => ({
  text: post.text ?? '',
  visibility: post.visibility,
  price: post.price === null ? '' : coinInput(post.price),
  mediaIds: post.media.map((it) => it.id),
  previewIds: post.preview_ids,
  at: post.publish_at === null ? null : localTime(new Date(post.publish_at)),
  payersOnly: post.comments_for === 'payers',
})

/** The typed price in coins; null when there is none, NaN when it is none that can be charged. */
export function priceOf({ price, visibility }: Pick<DraftState, 'price' | 'visibility'>): number | null {
  if (visibility === 'public' || price.trim() === '') return null
  return parseCoins(price, paidCents) ?? Number.NaN
}

/** Why the post cannot come out as it is; null when it can. A draft only has to hold something. */
export function obstacle(draft: DraftState, unready: boolean): string | null {
  const price = priceOf(draft)
  if (draft.text.trim() === '' && draft.mediaIds.length === 0) return m.composer_empty()
  if (Number.isNaN(price)) return m.composer_price_wrong()
  if (draft.visibility === 'paid' && price === null) return m.composer_price_missing()
  if (draft.visibility === 'paid' && draft.mediaIds.every((it) => draft.previewIds.includes(it)))
    return m.composer_nothing_sold()
  if (draft.at !== null && !(new Date(draft.at).getTime() > Date.now())) return m.composer_date_missing()
  return unfilledName(draft.text) ?? (unready ? m.composer_not_ready() : null)
}

/** A post has many readers, so that no name can take the place of the placeholder: it would come out as it is. */
export const unfilledName = (text: string): string | null =>
  text.includes(namePlaceholder) ? m.composer_name_unfilled({ name: namePlaceholder }) : null

/** A field that is half typed holds no moment. */
function momentOf(at: string | null): string | null {
  const time = at === null ? Number.NaN : new Date(at).getTime()
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** The post as the API takes it. */
export function writingOf(draft: DraftState, isDraft: boolean): Writing {
  const price = priceOf(draft)
  return {
    text: draft.text,
    visibility: draft.visibility,
    price: Number.isNaN(price) ? null : price,
    media_ids: [...draft.mediaIds],
    preview_ids: draft.visibility === 'public' ? [] : draft.previewIds.filter((it) => draft.mediaIds.includes(it)),
    publish_at: isDraft ? null : momentOf(draft.at),
    draft: isDraft,
    comments_for: draft.payersOnly ? 'payers' : 'everyone',
  }
}

/** The post as it is kept while it is written. */
export function toStored(draft: DraftState): Omit<Writing, 'draft'> {
  const { draft: _, ...stored } = writingOf(draft, false)
  return stored
}

/** A moment as a `datetime-local` field writes it. */
export function localTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
