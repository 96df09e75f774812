import { newId } from '../../api/platform/db/ids.ts'
import * as agencyTables from '../../api/platform/db/schema/agencies.ts'
import { agencyReviews } from '../../api/platform/db/schema/reviews.ts'
import type { Actor, TestApi } from './api.ts'

/** What agencies know of a marked person (`marked-person.ts`). */
export async function addAgency(
  { db }: TestApi,
  { id: me }: Actor,
  { id: other }: Actor,
  marker: string,
): Promise<void> {
  const agencyId = newId()
  await db.insert(agencyTables.agencies).values({ id: agencyId, name: 'An agency' })
  await db.insert(agencyTables.agencyMembers).values([
    { id: newId(), agencyId, userId: me, role: 'operator' },
    { id: newId(), agencyId, userId: other, role: 'owner' },
  ])
  await db.insert(agencyTables.agencyCreators).values({ id: newId(), agencyId, userId: me, status: 'active' })
  await db
    .insert(agencyTables.agencyInvitations)
    .values({ id: newId(), agencyId, userId: me, kind: 'member', invitedBy: other })
  await db.insert(agencyTables.agencyClaims).values([
    { agencyId, creatorId: me, fanId: other, note: marker },
    { agencyId, creatorId: other, fanId: me, note: marker, operatorId: me },
  ])
  const sides = { reviewerId: other, operatorId: other, creatorId: other, fanId: other }
  const review = () => ({ ...sides, id: newId(), agencyId, messageId: newId(), score: 3, comment: marker })
  await db.insert(agencyReviews).values([
    { ...review(), reviewerId: me },
    { ...review(), operatorId: me },
    { ...review(), creatorId: me },
    { ...review(), fanId: me },
  ])
  await db
    .insert(agencyTables.agencyAuditChanges)
    .values({ id: newId(), entryId: newId(), subjectId: me, field: 'text', before: marker, after: marker })
}
