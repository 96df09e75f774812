import type { Broadcast } from '../../../contract/broadcast-shapes.ts'
import type { broadcasts as contract } from '../../../contract/broadcasts.ts'
import type { Received } from '../../../contract/endpoint.ts'
import { undoMs } from '../../../contract/limits.ts'
import { audit } from '../../platform/audit/audit.ts'
import { oneOf, orNull, statement, timestamptz, uuid } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { broadcastQueue } from './deliver.ts'
import { ownBroadcast } from './delivery-statements.ts'
import { readBroadcast } from './views.ts'

/** Chooses the text for the others, leaves it to the rule, or sends them none, while two texts are compared. */
export async function decideRest(
  ctx: Services,
  viewer: Viewer,
  { id, send }: Received<typeof contract.decideRest>,
): Promise<Broadcast> {
  const now = ctx.now()
  const soon = new Date(now + undoMs)
  await ctx.db.transact(async (tx) => {
    const [row] = await tx.run(changeRest, { id, sender: viewer.id, send, now: new Date(now), soon })
    if (row === undefined)
      throw refuse((await tx.run(ownBroadcast, { id, sender: viewer.id })).length ? 'already_done' : 'not_found')
    await audit(tx, viewer, 'broadcasts.rest', { kind: 'broadcast', id })
    if (row.rest_at?.getTime() === soon.getTime())
      await ctx.jobs.enqueue(tx, broadcastQueue, [{ creator: viewer.id }], { afterSeconds: undoMs / 1_000 })
  })
  return readBroadcast(ctx, viewer, id)
}

/** Waits for a worker that has begun with the others, and changes nothing then. */
const changeRest = statement(
  'broadcasts_change_rest',
  {
    id: uuid,
    sender: uuid,
    send: oneOf('first', 'second', 'better', 'wait', 'none'),
    now: timestamptz,
    soon: timestamptz,
  },
  { rest_at: orNull(timestamptz) },
  ({ id, sender, send, now, soon }) => `
    update broadcasts b set
      winner = case when ${send} in ('first', 'second') then ${send} end,
      rest_at = case when ${send} in ('none', 'wait') then null
        when ${send} = 'better' then greatest(b.compared_at + make_interval(hours => b.compare_hours), ${soon}) else ${soon} end,
      status = case ${send} when 'none' then 'sent' else b.status end,
      finished_at = case ${send} when 'none' then ${now} end,
      recipients = case ${send} when 'none' then b.sent_count else b.recipients end
    where b.id = ${id} and b.sender_id = ${sender} and b.status = 'comparing'
    returning b.rest_at`,
)
