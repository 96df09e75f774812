import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { cohortsQuery } from '../../queries/analytics.ts'
import { CohortsScreen } from '../../screens/cohorts/cohorts-screen.tsx'

type CohortsSearch = { show?: 'paid' | undefined }

export const Route = createFileRoute('/creator/cohorts')({
  staticData: { middleware: ['auth', 'creator'] },
  validateSearch: ({ show }: Record<string, unknown>): CohortsSearch => (show === 'paid' ? { show } : {}),
  loader: async ({ context: { queryClient } }) => {
    await queryClient.prefetchQuery(cohortsQuery)
    return pageHead({ title: m.cohorts_title() })
  },
  head: loaderHead,
  component: Cohorts,
})

function Cohorts() {
  return <CohortsScreen shown={Route.useSearch().show ?? 'subscribed'} />
}
