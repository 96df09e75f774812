import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** A new id: UUIDv7, made by the application, so that no hot table needs a sequence. Later ids of a process are greater. */
export function newId(): string {
  const random = sixteenBytes()
  const now = Date.now()
  if (now > last.msecs) last = { msecs: now, seq: random.readUInt32BE(6) >>> 1 }
  else last = { msecs: last.msecs, seq: last.seq + 1 }
  return v7({ random, ...last })
}
/** Within a millisecond the ids count up, from where chance began. */
let last = { msecs: 0, seq: 0 }

/** Random bytes are read in bulk, because a message takes half a dozen ids. */
function sixteenBytes(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += 16
  return pool.subarray(used - 16, used)
}
const pool = Buffer.alloc(4096)
let used = pool.length

/** The id of no row; a malformed id becomes it at the boundary. */
export const noId = '00000000-0000-0000-0000-000000000000'
/** No id is greater. */
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The first UUIDv7 of a moment, both as SQL: rows with smaller ids are older, which their index finds. */
export const firstIdAt = (moment: string): string =>
  `(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid`
