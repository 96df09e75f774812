import * as v from 'valibot'
import { exactCents } from './coins.ts'
import { isTimeZone } from './policy/zoned-time.ts'
import { canonicalUsername } from './username.ts'
import { parseUuid } from './uuid.ts'

/** An id: opaque to clients, a UUIDv7 inside. Anything else becomes the nil id, so that it is not found. */
export const id = v.pipe(
  v.string(),
  v.maxLength(100),
  v.transform((text) => parseUuid(text) ?? '00000000-0000-0000-0000-000000000000'),
)

/** For whom an operator calls at the desk: the creator, and the agency whose grant allows it. */
export const asCreator = { agency_id: id, as_creator_id: id }

/** A time on the wire: ISO 8601 UTC. */
export const time = v.string()

/** A time as a client sends it: the right format, and one that exists (`+05` alone is not a valid offset). */
export const timeIn = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((it) => !Number.isNaN(Date.parse(it)), 'not a moment'),
)

/** Coins on the wire: a number with at most two decimals. */
export const coins = v.number()

/** Coins as a client sends them (exact to two decimals, never `-0`), parsed to integer cents. The only parser of money. */
export const coinsIn = v.pipe(
  v.number(),
  v.check((amount) => exactCents(amount) !== null, 'not an amount of coins'),
  v.transform((amount) => exactCents(amount) ?? 0),
)

/** The price that the client showed, to compare with the real one: checked like `coinsIn`, still in coins. */
export const coinsSeen = v.pipe(
  v.number(),
  v.check((amount) => exactCents(amount) !== null, 'not an amount of coins'),
)

/** An integer between two bounds, as a number or (in a query) as digits. */
export const whole = (min: number, max: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,9}$/))]),
    v.transform(Number),
    v.integer(),
    v.minValue(min),
    v.maxValue(max),
  )

/** Yes or no, in a query too. */
export const yes = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(['true', 'false']),
    v.transform((it) => it === 'true'),
  ),
])

/** Text that a user writes: no NUL, no lone surrogates, trimmed, at most `max` characters. */
export const text = (max: number, min = 0) =>
  v.pipe(
    v.string(),
    v.check((it) => !it.includes('\u0000') && it.isWellFormed(), 'not readable text'),
    v.trim(),
    v.minLength(min),
    v.maxLength(max),
  )

/** A username as a caller types it, parsed to its canonical spelling; no check that it is allowed. */
export const usernameIn = v.pipe(text(60, 1), v.transform(canonicalUsername))

/** The input of every list: `limit` up to 100, and the `cursor` that the previous page returned as `next`. */
export const listing = {
  limit: v.optional(whole(1, 100)),
  // Null is the first page too, because JSON of a server-rendered page turns an absent cursor into null.
  cursor: v.optional(
    v.pipe(
      v.nullable(v.pipe(v.string(), v.maxLength(300))),
      v.transform((cursor) => cursor ?? undefined),
    ),
  ),
}

/** A list on the wire; `next` is null at the end. */
export const list = <T extends v.GenericSchema<unknown, unknown>>(item: T) =>
  v.object({ data: v.array(item), next: v.nullable(v.string()) })

/** The verdict of a policy, sent with the object it is about. */
export const verdict = v.object({ allowed: v.boolean(), reason: v.nullable(v.string()) })

export const done = v.object({ ok: v.literal(true) })

/** The name of a time zone, as browsers have it: `Europe/Paris`. */
export const timeZone = v.pipe(text(64), v.check(isTimeZone, 'not a time zone'))
