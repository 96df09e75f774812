import type { Db, Statement } from '../../platform/db/db.ts'
import { writeAuditEntries } from '../../platform/audit/audit.ts'

/**
 * What an agency has planned in a creator's name waits for the creator once the agency, or the one operator named, may
 * act for them no more: a post is a draft again, a broadcast is not sent. Part of the transaction that ends it; every
 * piece is a line of the log. Answers how many there were.
 */
export async function withholdPlanned(tx: Db, by: string, over: readonly Ended[]): Promise<number> {
  const held = await tx.run<{ agency_id: string; creator_id: string; kind: 'post' | 'broadcast'; id: string }>(
    holding,
    [over.map((it) => it.agencyId), over.map((it) => it.creatorId), over.map((it) => it.operatorId)],
  )
  const acts = held.map((it) => ({
    agencyId: it.agency_id,
    grantId: null,
    actorId: by,
    subjectId: it.creator_id,
    ...(it.kind === 'post' ? { action: 'agencies.hold_post' } : { action: 'agencies.hold_broadcast' }),
    object: { kind: it.kind, id: it.id },
  }))
  await writeAuditEntries(tx, acts)
  return held.length
}

/** An agency and a creator who are apart, or one operator of it who is. */
type Ended = { agencyId: string; creatorId: string; operatorId: string | null }

/** Who planned it is known from the log, which nobody can change. */
const planned = (kind: string, id: string, ...acts: string[]) => `exists (
      select 1 from agency_audit_entries a where a.subject_id = o.creator_id and a.agency_id = o.agency_id
        and (o.operator_id is null or a.actor_id = o.operator_id)
        and a.object_kind = '${kind}' and a.object_id = ${id}::text and a.action in (${acts.map((it) => `'${it}'`).join(', ')}))`
const holding: Statement = {
  name: 'agencies_hold_planned',
  text: `
    with over as (
      select * from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as o (agency_id, creator_id, operator_id)
    ), drafted as (
      update posts p set published_at = null from over o
      where p.author_id = o.creator_id and p.deleted_at is null and p.published_at > now()
        and ${planned('post', 'p.id', 'posts.create', 'posts.update')}
      returning o.agency_id, o.creator_id, p.id
    ), unsent as (
      update broadcasts b set status = 'unsent', unsent_at = now() from over o
      where b.sender_id = o.creator_id and b.status = 'scheduled'
        and ${planned('broadcast', 'b.id', 'broadcasts.send')}
      returning o.agency_id, o.creator_id, b.id
    )
    select agency_id, creator_id, 'post' as kind, id from drafted
    union all select agency_id, creator_id, 'broadcast', id from unsent`,
}
