import type { Db } from '../db/db.ts'
import { newId } from '../db/ids.ts'
import { staffAuditEntries } from '../db/schema/staff.ts'
import type { Viewer } from '../http/viewer.ts'

/** Writes a staff member's action into the append-only log, in its transaction (product §26). */
export async function auditStaff(
  tx: Db,
  viewer: Viewer,
  action: string,
  object: { kind: string; id: string },
  note: string | null = null,
): Promise<void> {
  await auditStaffEach(tx, viewer, action, [object], note)
}

/** The same for several objects of one action. */
export async function auditStaffEach(
  tx: Db,
  viewer: Viewer,
  action: string,
  objects: readonly { kind: string; id: string }[],
  note: string | null = null,
): Promise<void> {
  await tx.insert(staffAuditEntries).values(
    objects.map((object) => ({
      id: newId(),
      staffId: viewer.id,
      action,
      objectKind: object.kind,
      objectId: object.id,
      note,
      createdAt: new Date(),
    })),
  )
}
