import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type AgencyState, type AgencyTab, agencyTabs } from '../../lib/agency-tabs.ts'
import { m } from '../../paraglide/messages.js'
import { agencyQuery } from '../../queries/agencies.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { tabClasses, tabListClasses } from '../../ui/tabs.tsx'
import { Frame } from '../frame/frame.tsx'
import { AgencyActivity } from './agency-activity.tsx'
import { AgencyCreators } from './agency-creators.tsx'
import { AgencyFigures } from './agency-figures.tsx'
import type { AgencyPanelProps } from './agency-panel.ts'
import { AgencyReviews } from './agency-reviews.tsx'
import { AgencyTeam } from './agency-team.tsx'
import { GrantMatrix } from './grant-matrix.tsx'

/** One agency with everything that hangs on it; its state is in the address. */
export function AgencyScreen({ id, state }: { id: string; state: AgencyState }) {
  const navigate = useNavigate()
  const agency = useQuery(agencyQuery(id))
  const { tab = 'creators', ...shown } = state
  const Panel = panels[tab]
  const onShow = (change: AgencyState) =>
    void navigate({ to: '/agency/$id', params: { id }, search: { ...state, ...change }, replace: true })
  return (
    <Frame title={agency.data?.name ?? m.title_agency()} back="/agencies">
      <nav aria-label={m.agencies_parts()} className={tabListClasses}>
        {agencyTabs.map((agencyTab) => (
          <Link
            key={agencyTab}
            to="/agency/$id"
            params={{ id }}
            search={{ tab: agencyTab === 'creators' ? undefined : agencyTab }}
            replace
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            aria-current={agencyTab === tab ? 'page' : undefined}
            className={tabClasses}
          >
            {tabLabels[agencyTab]()}
          </Link>
        ))}
      </nav>
      {agency.isPending && <SkeletonList rows={4} />}
      {agency.isError && <ErrorState onRetry={() => void agency.refetch()} busy={agency.isFetching} />}
      {agency.data && <Panel agency={agency.data} shown={shown} onShow={onShow} />}
    </Frame>
  )
}

const panels: Record<AgencyTab, (props: AgencyPanelProps) => React.ReactNode> = {
  creators: AgencyCreators,
  team: AgencyTeam,
  rights: GrantMatrix,
  activity: AgencyActivity,
  figures: AgencyFigures,
  reviews: AgencyReviews,
}

const tabLabels: Record<AgencyTab, () => string> = {
  creators: m.agencies_creators,
  team: m.agencies_team,
  rights: m.agencies_rights,
  activity: m.agencies_activity,
  figures: m.agencies_figures,
  reviews: m.reviews_title,
}
