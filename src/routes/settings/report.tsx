import { createFileRoute } from '@tanstack/react-router'
import { type ReportKind, reportKinds } from '../../../contract/report-kinds.ts'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { reportQuery } from '../../queries/reports.ts'
import { ReportScreen } from '../../screens/reports/report-screen.tsx'

type Search = { ticket?: string; object?: string; kind?: ReportKind }

export const Route = createFileRoute('/settings/report')({
  validateSearch: ({ ticket, object, kind }: Record<string, unknown>): Search => ({
    ticket: typeof ticket === 'string' && ticket !== '' ? ticket.slice(0, 40) : undefined,
    object: typeof object === 'string' ? object.slice(0, 1000) : undefined,
    kind: reportKinds.find((it) => it === kind),
  }),
  loaderDeps: ({ search: { ticket } }) => ({ ticket }),
  loader: async ({ context: { queryClient }, deps: { ticket } }) => {
    if (ticket) await queryClient.prefetchQuery(reportQuery(ticket))
    return pageHead({ title: m.title_settings_report() })
  },
  head: loaderHead,
  component: Report,
})

function Report() {
  const { ticket, object, kind } = Route.useSearch()
  return <ReportScreen ticket={ticket} object={object} kind={kind} />
}
