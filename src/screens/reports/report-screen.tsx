import { m } from '../../paraglide/messages.js'
import { Frame } from '../frame/frame.tsx'
import { ReportForm } from './report-form.tsx'
import { ReportState, TicketForm } from './report-state.tsx'

/** A report by any visitor, with a ticket that shows its state (product §23). */
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
