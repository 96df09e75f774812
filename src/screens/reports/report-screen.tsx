import { m } from '../../paraglide/messages.js'
import { Frame } from '../frame/frame.tsx'
import { ReportForm } from './report-form.tsx'
import { ReportState, TicketForm } from './report-state.tsx'

/** A notice by anybody, with a ticket that shows how it stands (product §23). */
export function ReportScreen({ ticket, object }: { ticket: string | undefined; object: string | undefined }) {
  return (
    <Frame title={m.title_settings_report()}>
      {ticket ? (
        <ReportState ticket={ticket} />
      ) : (
        <>
          <ReportForm object={object} />
          <TicketForm />
        </>
      )}
    </Frame>
  )
}
