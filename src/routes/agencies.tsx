import { createFileRoute } from '@tanstack/react-router'
import { agenciesState } from '../lib/agency-tabs.ts'
import { pageHead } from '../lib/head.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { m } from '../paraglide/messages.js'
import { agenciesQuery, invitationsQuery } from '../queries/agencies.ts'
import { knownSession } from '../queries/session.ts'
import { AgenciesScreen } from '../screens/agencies/agencies-screen.tsx'

export const Route = createFileRoute('/agencies')({
  staticData: { middleware: ['auth'], closedWhileActing: true },
  validateSearch: agenciesState,
  loader: async ({ context: { queryClient } }) => {
    if (knownSession(queryClient).state === 'in') {
      await Promise.all([queryClient.prefetchQuery(agenciesQuery), queryClient.prefetchQuery(invitationsQuery)])
    }
    return pageHead({ title: m.title_agencies() })
  },
  head: loaderHead,
  component: Agencies,
})

function Agencies() {
  return <AgenciesScreen tab={Route.useSearch().tab ?? 'mine'} />
}
