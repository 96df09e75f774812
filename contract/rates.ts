/**
 * How often something may be asked (SAFETY trap 21), each class counted per account where somebody is signed in, else per
 * address. `alone` holds where no Redis joins the nodes, or while it cannot be reached: stricter, as each node counts by itself.
 */
export const rates = {
  /** Reads; counted on each node, as a round trip to Redis would cost more than the read. */
  read: { points: 1_200, perNode: 1_200, seconds: 10 },
  /** Everything that one address asks, whoever it is. */
  address: { points: 12_000, perNode: 12_000, seconds: 10 },
  write: { points: 600, perNode: 600, seconds: 60 },
  money: { points: 600, perNode: 600, seconds: 60 },
  /** Passwords and codes that were wrong, per account that was tried. */
  guess: { points: 8, perNode: 4, seconds: 900 },
  /** Passwords and codes that were wrong, per address: many accounts from one place. */
  guess_address: { points: 60, perNode: 30, seconds: 900 },
  /** Mails to one recipient that anybody may cause. */
  mail: { points: 5, perNode: 3, seconds: 900 },
  sign_up: { points: 120, perNode: 100, seconds: 3_600 },
  /** Things that are dear to make or to read: exports, notices, images of documents. */
  expensive: { points: 20, perNode: 12, seconds: 3_600 },
} as const satisfies Record<string, Rate>

export type RateClass = keyof typeof rates
export type Rate = { points: number; perNode: number; seconds: number }
