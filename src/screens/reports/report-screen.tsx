import type { ReportKind } from '../../../contract/report-kinds.ts'
import { isOnboarded } from '../../lib/guards.ts'
import { m } from '../../paraglide/messages.js'
import { Frame } from '../frame/frame.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { ReportForm } from './report-form.tsx'
import { ReportState, TicketForm } from './report-state.tsx'

type ReportScreenProps = { ticket: string | undefined; object: string | undefined; kind: ReportKind | undefined }

/** A report by any visitor, with a ticket that shows its state (product §23). */
export function ReportScreen({ ticket, object, kind }: ReportScreenProps) {
  const viewer = useViewer()
  const isOnboarding = viewer !== null && !isOnboarded(viewer)
  // Every other page leads a user who is not onboarded back to onboarding, so the navigation is left out. A
  // signed-in user finds this page among the settings.
  const place = isOnboarding ? { bare: true, back: '/onboarding' } : viewer ? { back: '/settings' } : {}
  return (
    <Frame title={m.title_settings_report()} {...place}>
      {ticket ? (
        <ReportState ticket={ticket} />
      ) : (
        <>
          <ReportForm object={object} kind={kind} />
          <TicketForm />
        </>
      )}
    </Frame>
  )
}
