import type { Db } from '../../db/db.ts'
import { newId } from '../../db/ids.ts'
import { agencyActs } from '../../db/schema/agencies.ts'
import type { Viewer } from '../../http/viewer.ts'

/** Writes what an operator does into the append-only log, in the transaction that does it (PRODUCT 36). Nothing for others. */
export async function logAct(tx: Db, viewer: Viewer, action: string, object?: { kind: string; id: string }): Promise<void> {
  if (viewer.acting === null) return
  await tx.insert(agencyActs).values({
    id: newId(),
    agencyId: viewer.acting.agencyId,
    grantId: viewer.acting.grantId,
    actorId: viewer.acting.operatorId,
    subjectId: viewer.id,
    action,
    objectKind: object?.kind ?? null,
    objectId: object?.id ?? null,
    createdAt: new Date(),
  })
}
