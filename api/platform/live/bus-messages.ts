import * as v from 'valibot'
import type { PublishedEvent, RevocationTarget } from './live.ts'
import type { PresenceUpdate } from './presence.ts'

/**
 * A message of another node as it came from Redis, or null for one that no node of ours sends: another program may use
 * the same server, and a node of another version may send another shape.
 */
export function readBusMessage(channel: string, text: string): BusMessage | null {
  const message = readJson(text)
  if (channel === 'presence') {
    const update = v.safeParse(presence, message)
    return update.success ? { presence: update.output as PresenceUpdate } : null
  }
  if (channel === 'revoke') {
    const revocation = v.safeParse(revoke, message)
    if (!revocation.success) return null
    const { reason, ...target } = revocation.output
    return { revoke: target as RevocationTarget, reason }
  }
  const event = v.safeParse(published, message)
  return event.success ? event.output : null
}

type BusMessage =
  | { presence: PresenceUpdate }
  | { revoke: RevocationTarget; reason: string }
  | { node: string; published: PublishedEvent }

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const reason = v.string()
const presence = v.object({
  node: v.string(),
  all: v.optional(v.array(v.string())),
  came: v.optional(v.string()),
  went: v.optional(v.string()),
  bye: v.optional(v.literal(true)),
})
const revoke = v.union([
  v.object({ reason, sessionId: v.string() }),
  v.object({ reason, grantId: v.string() }),
  v.object({ reason, userId: v.string() }),
])
const published = v.object({
  node: v.string(),
  published: v.object({
    id: v.string(),
    userId: v.string(),
    type: v.string(),
    payload: v.record(v.string(), v.unknown()),
  }),
})
