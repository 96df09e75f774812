import { blocks, notDeleted } from '../../platform/db/rules.ts'
import { endedByCreator } from './grant-statements.ts'

/** Member `m` of agency `a` with creator `u` under link `l`. */
export const supervisionTables = `
  agency_members m join agencies a on a.id = m.agency_id and a.dissolved_at is null
  join agency_creators l on l.agency_id = m.agency_id join users u on u.id = l.user_id`

/** SQL for the facts of `contract/policy/supervision.ts`. */
export const supervisionFacts = {
  isOpen: `(u.is_creator and u.username is not null and ${notDeleted('u')})`,
  isRepresented: `l.status = 'active'`,
  isBlocked: blocks('u.id', 'm.user_id'),
  isEndedByCreator: `exists (select 1 from agency_grants g join agency_members held on held.id = g.member_id
      where g.creator_link_id = l.id and held.user_id = m.user_id and ${endedByCreator})`,
}

/** SQL: the same as `maySupervise`; a test holds the two equal. */
export const maySupervise = `m.ended_at is null and m.role in ('owner', 'supervisor') and ${supervisionFacts.isOpen}
  and ${supervisionFacts.isRepresented} and l.can_chat and not ${supervisionFacts.isBlocked}
  and not ${supervisionFacts.isEndedByCreator}`
