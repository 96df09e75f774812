import * as v from 'valibot'
import { creator } from './endpoint.ts'
import { coins, time } from './shapes.ts'

/** A found file is sent as its bytes instead of JSON, so the endpoint has a path and an access but no input. */
export const tracePath = '/api/media/trace'
export const traceAccess = creator('can_medias', { verified: true })

/** Whose copy of a picture or film a file is (docs/decisions/traceable-copies.md). */
const copyShape = v.object({
  /** The number of the mark: what a creator and staff can refer to. */
  mark: v.number(),
  fan: v.object({
    id: v.string(),
    /** Null once the account was deleted. */
    username: v.nullable(v.string()),
  }),
  basis: v.picklist(['bought', 'subscribed', 'sent']),
  /** The purchase that paid for it, or null. */
  purchase: v.nullable(v.object({ id: v.string(), price: coins, at: time })),
  /** When the fan was first sent this copy. */
  first_sent_at: time,
  /** Certain: chance does so less than once in a million billion searches; likely: once in a billion at most. */
  confidence: v.picklist(['certain', 'likely']),
})

const traceShape = v.object({
  /** The media of which it is a copy; null where no mark of this creator was found. */
  media: v.nullable(
    v.object({ id: v.string(), name: v.nullable(v.string()), thumb: v.nullable(v.string()), created_at: time }),
  ),
  /** The copies, the clearest first; several where files of several fans were mixed. */
  copies: v.array(copyShape),
})
export type Trace = v.InferOutput<typeof traceShape>
export type TracedCopy = Trace['copies'][number]
