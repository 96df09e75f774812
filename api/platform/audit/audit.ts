import type { AuditField } from '../../../contract/agency-shapes.ts'
import type { Db } from '../db/db.ts'
import { newId } from '../db/ids.ts'
import { agencyAuditChanges, agencyAuditEntries } from '../db/schema/agencies.ts'
import type { Viewer } from '../http/viewer.ts'
import type { Services } from '../services.ts'

/**
 * Writes an operator's action into the append-only audit log, in its transaction (product §36), with what it wrote or
 * changed. Does nothing for other viewers.
 */
export async function audit(
  tx: Db,
  viewer: Viewer,
  action: string,
  object?: { kind: string; id: string },
  changes: readonly Change[] = [],
): Promise<void> {
  if (viewer.acting === null) return
  const { agencyId, grantId, operatorId } = viewer.acting
  const entry = lineOf({ agencyId, grantId, actorId: operatorId, subjectId: viewer.id, action, object })
  await tx.insert(agencyAuditEntries).values(entry)
  const rows = changeRows(entry, changes)
  if (rows.length > 0) await tx.insert(agencyAuditChanges).values(rows)
}
/** Prices are cents as text. */
export type Change = { field: AuditField; before: string | null; after: string | null }

/** An amount as the log keeps it. */
export const centsText = (cents: number | null): string | null => (cents === null ? null : String(cents))

/** Writes one entry, for the begin and end of acting and for changes of rights. */
export const writeAuditEntry = (tx: Db, act: NewAuditEntry): Promise<void> => writeAuditEntries(tx, [act])

/** Writes many entries, a thousand in a statement. */
export async function writeAuditEntries(tx: Db, acts: readonly NewAuditEntry[]): Promise<void> {
  for (let from = 0; from < acts.length; from += atOnce) {
    const some = acts.slice(from, from + atOnce).map((act) => ({ line: lineOf(act), changes: act.changes ?? [] }))
    await tx.insert(agencyAuditEntries).values(some.map((it) => it.line))
    const rows = some.flatMap(({ line, changes }) => changeRows(line, changes))
    if (rows.length > 0) await tx.insert(agencyAuditChanges).values(rows)
  }
}
const atOnce = 1_000

const changeRows = (entry: ReturnType<typeof lineOf>, changes: readonly Change[]) =>
  changes
    .filter(({ before, after }) => before !== after)
    .map((it) => ({
      ...{ id: newId(), entryId: entry.id, subjectId: entry.subjectId, createdAt: entry.createdAt },
      ...it,
    }))

const lineOf = (act: NewAuditEntry) => ({
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
  changes?: readonly Change[]
}
