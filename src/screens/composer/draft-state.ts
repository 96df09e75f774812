import { leastPostTime, mediaPerPost, namePlaceholder } from '../../../contract/limits.ts'
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
  /** The same, when it is archived by itself; null for never. */
  until: string | null
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
  until: null,
  payersOnly: false,
})

/** The post that was being written, as the server has kept it. */
export const fromStored = (stored: PostDraft): DraftState => ({
  text: stored.text,
  visibility: stored.visibility,
  price: stored.price === null ? '' : coinInput(stored.price),
  mediaIds: stored.media_ids,
  previewIds: stored.preview_ids,
  at: fieldOf(stored.publish_at),
  until: fieldOf(stored.expires_at),
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
  at: fieldOf(post.publish_at),
  until: endOf(post),
  payersOnly: post.comments_for === 'payers',
})

/** The typed price in coins; null when there is none, NaN when it is none that can be charged. */
export function priceOf({ price, visibility }: Pick<DraftState, 'price' | 'visibility'>): number | null {
  if (visibility === 'public' || price.trim() === '') return null
  return parseCoins(price, paidCents) ?? Number.NaN
}

/** Why the post cannot come out as it is; null when it can. A draft only has to hold something. */
export function obstacle(draft: DraftState, unready: boolean, post?: Post): string | null {
  const price = priceOf(draft)
  if (draft.text.trim() === '' && draft.mediaIds.length === 0) return m.composer_empty()
  if (Number.isNaN(price)) return m.composer_price_wrong()
  if (draft.visibility === 'paid' && price === null) return m.composer_price_missing()
  if (draft.visibility === 'paid' && draft.mediaIds.every((it) => draft.previewIds.includes(it)))
    return m.composer_nothing_sold()
  if (draft.at !== null && !(new Date(draft.at).getTime() > Date.now())) return m.composer_date_missing()
  if (hasNewEnd(draft, post) && endsTooSoon(draft, post)) return m.composer_expires_wrong()
  return unfilledName(draft.text) ?? (unready ? m.composer_not_ready() : null)
}

/** A post has many readers, so that no name can take the place of the placeholder: it would come out as it is. */
export const unfilledName = (text: string): string | null =>
  text.includes(namePlaceholder) ? m.composer_name_unfilled({ name: namePlaceholder }) : null

/** The end of a post that has one before it; of what is archived it is over, or of no moment until it is brought back. */
const endOf = (post: Post): string | null => (post.archived ? null : fieldOf(post.expires_at))

/** Whether another end was chosen than the post has; one that stays is not sent, so that it stays to the second. */
export const hasNewEnd = ({ until }: DraftState, post: Post | undefined): boolean =>
  until !== (post === undefined ? null : endOf(post))

/** An end lies ahead, and an hour after the beginning at least. */
function endsTooSoon({ at, until }: DraftState, post: Post | undefined): boolean {
  if (until === null) return false
  const now = Date.now()
  const out = at === null ? (isOut(post) ? Date.parse(post.created_at) : now) : new Date(at).getTime()
  const end = new Date(until).getTime()
  return !(end > now && end >= out + leastPostTime)
}

/** A post that was published, and not one that waits. */
export const isOut = (post: Post | undefined): post is Post =>
  post !== undefined && !post.draft && post.publish_at === null

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
    expires_at: momentOf(draft.until),
    draft: isDraft,
    comments_for: draft.payersOnly ? 'payers' : 'everyone',
  }
}

/** The post as it is kept while it is written. */
export function toStored(draft: DraftState): Omit<Writing, 'draft'> {
  const { draft: _, ...stored } = writingOf(draft, false)
  return stored
}

const fieldOf = (time: string | null): string | null => (time === null ? null : localTime(new Date(time)))

/** A moment as a `datetime-local` field writes it. */
export function localTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
