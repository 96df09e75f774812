import type { TeamInboxRow } from '../../../contract/team-inbox.ts'
import type { TeamInboxState } from '../../lib/agency-tabs.ts'
import type { TeamPlace } from '../../queries/team-inbox.ts'

/** The conversation that an address has open, or null. */
export const placeOf = ({ agency, as, fan }: TeamInboxState): TeamPlace | null =>
  agency && as && fan ? { agencyId: agency, creatorId: as, fanId: fan } : null

export const isAt = (row: TeamInboxRow, { agencyId, creatorId, fanId }: TeamPlace): boolean =>
  row.agency_id === agencyId && row.creator.id === creatorId && row.fan.id === fanId

/** Whether no colleague holds a conversation now. */
export const isFree = ({ claim }: TeamInboxRow, viewerId: string | undefined): boolean =>
  claim?.operator == null ||
  claim.operator.id === viewerId ||
  (claim.until !== null && Date.parse(claim.until) < Date.now())

/** Under which key the words to a fan are stored, apart from those that the operator writes to them in person. */
export const teamDraftKey = ({ creatorId, fanId }: Omit<TeamPlace, 'agencyId'>): string => `${creatorId} ${fanId}`
