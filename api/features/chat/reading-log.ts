import { publishAuditEntry } from '../../platform/audit/audit.ts'
import { newId } from '../../platform/db/ids.ts'
import { int, orNull, statement, text, uuid } from '../../platform/db/statement.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'

/**
 * Logs that an operator has read a conversation of the creator (product §36), whether or not anything in it was unread:
 * once in ten minutes, and not with each page of it.
 */
export async function logReading(ctx: Services, viewer: Viewer, otherId: string): Promise<void> {
  if (viewer.acting === null) return
  const { operatorId, agencyId, grantId } = viewer.acting
  await logReadingBy(ctx, { operatorId, agencyId, grantId, creatorId: viewer.id, otherId })
}

/** The same for a member who reads it without acting; without a grant it is a supervisor (product §86). */
export async function logReadingBy(ctx: Services, reading: Reading): Promise<void> {
  const [written] = await ctx.db.run(insertReading, {
    id: newId(),
    operator: reading.operatorId,
    agency: reading.agencyId,
    grant: reading.grantId,
    creator: reading.creatorId,
    other: reading.otherId,
  })
  if (written !== undefined) publishAuditEntry(ctx, reading.creatorId)
}
type Reading = { operatorId: string; agencyId: string; grantId: string | null; creatorId: string; otherId: string }

/** Looks back over the operator's last 200 entries, so that it costs the same after years. */
const insertReading = statement(
  'chat_log_reading',
  { id: uuid, operator: uuid, agency: uuid, grant: orNull(uuid), creator: uuid, other: text },
  { written: int },
  ({ id, operator, agency, grant, creator, other }) => `
    insert into agency_audit_entries (id, agency_id, grant_id, actor_id, subject_id, action, object_kind, object_id, created_at)
    select ${id}, ${agency}, ${grant}, ${operator}, ${creator}, 'chat.open', 'user', ${other}, now()
    where not exists (
      select 1 from (select * from agency_audit_entries where actor_id = ${operator} order by id desc limit 200) e
      where e.action = 'chat.open' and e.object_id = ${other} and e.subject_id = ${creator}
        and e.created_at > now() - interval '10 minutes')
    returning 1 as written`,
)
