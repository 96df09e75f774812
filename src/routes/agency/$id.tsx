import { createFileRoute, notFound } from '@tanstack/react-router'
import { type AgencyState, agencyState } from '../../lib/agency-tabs.ts'
import { fatal } from '../../lib/fatal.ts'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { agencyQuery } from '../../queries/agencies.ts'
import { knownSession } from '../../queries/session.ts'
import { AgencyScreen } from '../../screens/agencies/agency-screen.tsx'

export const Route = createFileRoute('/agency/$id')({
  staticData: { middleware: ['auth'], closedWhileActing: true },
  validateSearch: (search: AgencyState) => search,
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const isKnown = knownSession(queryClient).state === 'in'
    const agency = isKnown ? await queryClient.ensureQueryData(agencyQuery(id)).catch(nobodys) : null
    return pageHead({ title: agency?.name ?? m.title_agency() })
  },
  head: loaderHead,
  component: AgencyPage,
})

function AgencyPage() {
  const { id } = Route.useParams()
  return <AgencyScreen id={id} state={agencyState(Route.useSearch())} />
}

/** An agency of others is answered as a missing one; a temporary failure is not. */
function nobodys(error: unknown): never {
  if (error instanceof RefusalError && error.status === 404) throw notFound({ data: fatal })
  throw error
}
