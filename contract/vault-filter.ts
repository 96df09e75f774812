import * as v from 'valibot'
import { searchLength } from './limits.ts'
import { paidCents } from './prices.ts'
import { id, text, whole } from './shapes.ts'

export const mediaTypes = ['IMAGE', 'VIDEO', 'SOUND'] as const
export const folderName = text(60, 1)
export const tagName = text(40, 1)

/** A day since 1970 as `2026-01-31`, in UTC; one that does not exist is refused. */
const day = v.pipe(v.string(), v.check(isDay, 'not a day'))

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && time >= 0 && new Date(time).toISOString().startsWith(text)
}

const price = whole(paidCents.min / 100, paidCents.max / 100)

/** Which media of a vault are meant: each part that is given narrows them. */
export const vaultFilter = {
  /** The trash holds what was deleted in the last 30 days. */
  place: v.optional(v.picklist(['vault', 'trash'])),
  /** Found in names, descriptions, folders and tags. */
  q: v.optional(text(searchLength)),
  folder: v.optional(folderName),
  tag: v.optional(tagName),
  type: v.optional(v.picklist(mediaTypes)),
  /** Uploaded on this day or later. */
  since: v.optional(day),
  /** Uploaded on this day or earlier. */
  until: v.optional(day),
  /** Put up for a price within these bounds, in a post or a message. */
  min_price: v.optional(price),
  max_price: v.optional(price),
  /** In no post and no message; in no message; bought by no fan. */
  never: v.optional(v.picklist(['used', 'sent', 'sold'])),
  /** The fan about whom `for_fan` is answered. */
  for: v.optional(id),
  /** What the fan in `for` owns, was sent without owning it, or was never sent. */
  for_fan: v.optional(v.picklist(['owned', 'sent', 'never'])),
}

const filterShape = v.object(vaultFilter)
export type VaultFilter = v.InferOutput<typeof filterShape>
