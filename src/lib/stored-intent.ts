import * as v from 'valibot'
import { safeReturnPath } from './return-path.ts'
import { intentKey } from './storage-keys.ts'

const acts = ['subscribe', 'follow', 'write', 'tip', 'like', 'bookmark', 'unlock'] as const
export type IntentAct = (typeof acts)[number]

/** Only what every visitor of the page sees: the browser may belong to more than one person. */
const intentShape = v.object({
  act: v.picklist(acts),
  username: v.pipe(v.string(), v.maxLength(60)),
  postId: v.optional(v.pipe(v.string(), v.uuid())),
  offer: v.optional(v.pipe(v.string(), v.maxLength(20))),
  months: v.optional(v.number()),
  /** The page on which it was wanted. */
  path: v.pipe(v.string(), v.maxLength(500)),
  /** When, in milliseconds. */
  at: v.pipe(v.number(), v.integer()),
})
export type StoredIntent = v.InferOutput<typeof intentShape>

const lifetimeMs = 30 * 60_000

/** Remembers the intent in this browser for half an hour, whatever happens to the tab. */
export function storeIntent(intent: Omit<StoredIntent, 'at'>, now = Date.now()): void {
  try {
    localStorage.setItem(intentKey, JSON.stringify({ ...intent, at: now }))
  } catch {
    // With a full or closed storage the page still leads back by its address.
  }
}

/** The stored intent, with a path of this site; null when there is none, or an old or damaged one, which is deleted. */
export function readIntent(now = Date.now()): StoredIntent | null {
  try {
    const stored = localStorage.getItem(intentKey)
    if (stored === null) return null
    const intent = v.parse(intentShape, JSON.parse(stored))
    const age = now - intent.at
    if (age >= 0 && age < lifetimeMs) return { ...intent, path: safeReturnPath(intent.path, location.origin) }
  } catch {
    // What cannot be read is no intent.
  }
  dropIntent()
  return null
}

export function dropIntent(): void {
  try {
    localStorage.removeItem(intentKey)
  } catch {
    // Without storage there is nothing to delete.
  }
}
