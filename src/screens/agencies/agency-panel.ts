import type { Agency } from '../../../contract/agency-shapes.ts'
import type { AgencyState } from '../../lib/agency-tabs.ts'

/** What each part of an agency's page is given: the agency, and what of it the address asks for. */
export type AgencyPanelProps = {
  agency: Agency
  shown: Omit<AgencyState, 'tab'>
  /** Changes what the address asks for. */
  onShow: (change: Omit<AgencyState, 'tab'>) => void
}

/** From how many rows on a list is searched rather than read. */
export const manyRows = 10
