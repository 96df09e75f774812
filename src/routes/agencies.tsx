import { createFileRoute } from '@tanstack/react-router'
import { type AgenciesState, agenciesState } from '../lib/agency-tabs.ts'
import { pageHead } from '../lib/head.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { m } from '../paraglide/messages.js'
import { agenciesQuery, invitationsQuery, linksQuery } from '../queries/agencies.ts'
import { knownSession } from '../queries/session.ts'
import { teamCreatorsQuery, teamInboxQuery } from '../queries/team-inbox.ts'
import { AgenciesScreen } from '../screens/agencies/agencies-screen.tsx'
import { TeamInboxScreen } from '../screens/team-inbox/team-inbox-screen.tsx'
import { teamFilterOf } from '../screens/team-inbox/use-team-rows.ts'

export const Route = createFileRoute('/agencies')({
  staticData: { middleware: ['auth'], closedWhileActing: true },
  validateSearch: (search: AgenciesState) => search,
  loaderDeps: ({ search: { tab, show, sort, only, q } }) => ({ tab, show, sort, only, q }),
  loader: async ({ context: { queryClient }, deps }) => {
    const { tab, ...shown } = agenciesState(deps)
    const isIn = knownSession(queryClient).state === 'in'
    // In the browser the desk fills by itself; only a page from the server waits for it.
    if (isIn && tab === 'desk' && typeof window === 'undefined')
      await Promise.all([
        queryClient.prefetchInfiniteQuery(teamInboxQuery(teamFilterOf(shown))),
        queryClient.prefetchQuery(teamCreatorsQuery),
      ])
    if (isIn && tab !== 'desk')
      await Promise.all([
        queryClient.prefetchQuery(agenciesQuery),
        queryClient.prefetchQuery(invitationsQuery),
        queryClient.prefetchQuery(linksQuery),
      ])
    return pageHead({ title: m.title_agencies() })
  },
  head: loaderHead,
  component: Agencies,
})

function Agencies() {
  const { tab, ...state } = agenciesState(Route.useSearch())
  return tab === 'desk' ? <TeamInboxScreen state={state} /> : <AgenciesScreen />
}
