import type { Db } from '../db/db.ts'
import { newId } from '../db/ids.ts'
import { agencyAuditEntries } from '../db/schema/agencies.ts'
import type { Viewer } from '../http/viewer.ts'
import type { Services } from '../services.ts'

/** Writes an operator's action into the append-only audit log, in its transaction (product §36). Does nothing for other viewers. */
export async function audit(
  tx: Db,
  viewer: Viewer,
  action: string,
  object?: { kind: string; id: string },
): Promise<void> {
  if (viewer.acting === null) return
  const { agencyId, grantId, operatorId } = viewer.acting
  await writeAuditEntry(tx, { agencyId, grantId, actorId: operatorId, subjectId: viewer.id, action, object })
}

/** Writes one entry, for the begin and end of acting and for changes of rights. */
export const writeAuditEntry = (tx: Db, act: NewAuditEntry): Promise<void> => writeAuditEntries(tx, [act])

/** Writes many entries, a thousand in a statement. */
export async function writeAuditEntries(tx: Db, acts: readonly NewAuditEntry[]): Promise<void> {
  for (let from = 0; from < acts.length; from += atOnce) {
    await tx.insert(agencyAuditEntries).values(acts.slice(from, from + atOnce).map(lineOf))
  }
}
const atOnce = 1_000

const lineOf = (act: NewAuditEntry): typeof agencyAuditEntries.$inferInsert => ({
  id: newId(),
  agencyId: act.agencyId,
  grantId: act.grantId,
  actorId: act.actorId,
  subjectId: act.subjectId,
  action: act.action,
  objectKind: act.object?.kind ?? null,
  objectId: act.object?.id ?? null,
  createdAt: new Date(),
})

/** Publishes to the creator, after the commit, that an operator acted in their name (product §36: they watch it live). */
export const publishAuditEntry = (ctx: Pick<Services, 'live'>, subjectId: string): void =>
  ctx.live.publish({ userId: subjectId, type: 'acting_log', payload: {} })

export type NewAuditEntry = {
  agencyId: string
  grantId: string | null
  /** The user who acted. */
  actorId: string
  /** The creator for whom, or the user about whom. */
  subjectId: string
  action: string
  object?: { kind: string; id: string }
}
