/**
 * The rate limits (safety §21), counted per account for a signed-in caller, else per address. `perNode` applies without
 * Redis or while it is unavailable; it is stricter because each node counts for itself.
 */
export const rates = {
  /** Reads; counted on each node, because a round trip to Redis would cost more than the read. */
  read: { points: 1_200, perNode: 1_200, seconds: 10 },
  /** All calls from one address. */
  address: { points: 12_000, perNode: 12_000, seconds: 10 },
  /** Searches, which may compare every creator; counted on each node. */
  search: { points: 30, perNode: 30, seconds: 10 },
  /** Reads that add up or search many rows, such as analytics and the lists of staff; counted on each node. */
  heavy: { points: 120, perNode: 120, seconds: 10 },
  /** Bytes of media; counted on each node. */
  media: { points: 1_200, perNode: 1_200, seconds: 10 },
  write: { points: 600, perNode: 600, seconds: 60 },
  /** Pictures and voice notes that a fan uploads for conversations. */
  fan_media: { points: 60, perNode: 30, seconds: 3_600 },
  /** Broadcasts, each of which writes to every fan of a creator. */
  broadcast: { points: 20, perNode: 12, seconds: 3_600 },
  money: { points: 600, perNode: 600, seconds: 60 },
  /** Wrong passwords and codes, per account. */
  guess: { points: 8, perNode: 4, seconds: 900 },
  /** Wrong passwords and codes, per address, for attacks on many accounts from one place. */
  guess_address: { points: 60, perNode: 30, seconds: 900 },
  /** Mails to one recipient that a visitor can cause. */
  mail: { points: 5, perNode: 3, seconds: 900 },
  /** Resets asked for from one address, for whichever accounts, because the form has no human check (spec §5). */
  reset: { points: 30, perNode: 30, seconds: 900 },
  /** Sign-ins that a visitor starts with a provider or a passkey, each of which stores a row. */
  sign_in_start: { points: 30, perNode: 30, seconds: 60 },
  sign_up: { points: 120, perNode: 100, seconds: 3_600 },
  /** Expensive calls: exports, notices, images of documents, new payout methods. */
  expensive: { points: 20, perNode: 12, seconds: 3_600 },
} as const satisfies Record<string, Rate>

export type RateClass = keyof typeof rates
export type Rate = { points: number; perNode: number; seconds: number }
