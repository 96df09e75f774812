import { audit } from '../../platform/audit/audit.ts'
import { statement, timestamptz, uuid } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { ownBroadcast } from './delivery-statements.ts'

type Times = { send_at: string; moved_from: string }

/**
 * Plans a broadcast for another time, and answers it. Refuses `time_passed` for one that is over, and `not_planned` where
 * the broadcast is being sent or someone has moved it.
 */
export async function moveBroadcast(ctx: Services, viewer: Viewer, id: string, times: Times): Promise<string> {
  const [sendAt, now] = [new Date(times.send_at), new Date(ctx.now())]
  if (sendAt <= now) throw refuse('time_passed')
  await ctx.db.transact(async (tx) => {
    const planned = { id, sender: viewer.id, now, from: new Date(times.moved_from), to: sendAt }
    const [row] = await tx.run(movePlanned, planned)
    if (row === undefined)
      throw refuse((await tx.run(ownBroadcast, { id, sender: viewer.id })).length ? 'not_planned' : 'not_found')
    await audit(tx, viewer, 'broadcasts.move', { kind: 'broadcast', id })
  })
  return sendAt.toISOString()
}

/** Waits for a worker that has begun with it, and changes nothing then. One whose time has come is left to the worker. */
const movePlanned = statement(
  'broadcasts_move',
  { id: uuid, sender: uuid, now: timestamptz, from: timestamptz, to: timestamptz },
  { id: uuid },
  ({ id, sender, now, from, to }) => `
    update broadcasts b set send_at = ${to}, rest_at = b.rest_at + (${to} - b.send_at)
    where b.id = ${id} and b.sender_id = ${sender} and b.status = 'scheduled' and date_trunc('milliseconds', b.send_at) = ${from} and b.send_at > ${now}
    returning b.id`,
)
