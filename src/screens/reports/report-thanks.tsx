import { Link } from '@tanstack/react-router'
import { type ReportKind, reportHours } from '../../../contract/report-kinds.ts'
import { m } from '../../paraglide/messages.js'
import { closeSafety, type Reported } from '../../stores/safety.ts'
import { Button } from '../../ui/button.tsx'
import { SheetPanel } from '../../ui/sheet-panel.tsx'
import { RefusalMessage } from '../account/section.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { useBlockWithUndo } from './use-block-with-undo.ts'

type ReportThanksProps = { reported: Reported; kind: ReportKind; ticket: string }

/** What happens after a report, and the offer to block its author. */
export function ReportThanks({ reported: { owner }, kind, ticket }: ReportThanksProps) {
  const viewer = useViewer()
  const { block, isPending, error } = useBlockWithUndo(owner)
  const canBlock = viewer !== null && viewer.acting_as === null
  return (
    <SheetPanel
      open
      onOpenChange={(open) => !open && closeSafety()}
      title={m.report_thanks_title()}
      description={
        viewer === null
          ? m.report_thanks_visitor({ hours: reportHours[kind] })
          : m.report_thanks_text({ hours: reportHours[kind] })
      }
      actions={
        <>
          {canBlock && (
            <Button busy={isPending} onClick={() => void block().then(closeSafety, () => undefined)}>
              {m.report_thanks_block({ name: `@${owner.username}` })}
            </Button>
          )}
          <Button variant="primary" onClick={closeSafety}>
            {m.report_thanks_done()}
          </Button>
        </>
      }
    >
      <Link
        to="/settings/report"
        search={{ ticket }}
        onClick={closeSafety}
        className="inline-flex min-h-11 items-center font-medium text-sm underline underline-offset-4"
      >
        {m.reports_ticket({ ticket })}
      </Link>
      {canBlock && <p className="mt-2 text-ink-soft text-sm">{m.block_text()}</p>}
      <RefusalMessage error={error} />
    </SheetPanel>
  )
}
