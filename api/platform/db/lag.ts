/** How far a server had come at a moment (ms): a position in the log that all servers share, in bytes. */
export type Sample = { at: number; position: bigint }

/** The position that PostgreSQL writes as `16/B374D848`. */
export function positionOf(written: string): bigint {
  const [high = '0', low = '0'] = written.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/**
 * How old what a replica has may be, in milliseconds: the time since the primary was last seen no further than it. Without
 * writes the replica is as new as its primary, however long ago the last one was. Infinity where it is behind all samples.
 */
export function lagMs(samples: readonly Sample[], replayed: bigint, now: number): number {
  const last = samples.findLast((it) => it.position <= replayed)
  return last === undefined ? Number.POSITIVE_INFINITY : Math.max(0, now - last.at)
}
