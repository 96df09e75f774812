import { useState } from 'react'
import type { AgencyLink } from '../../../contract/agency-shapes.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useEndLink, useSetCeiling } from '../../queries/agencies.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { FlagBadges } from './flag-badges.tsx'
import { FlagSwitches } from './flag-switches.tsx'
import { nameOf } from './person.tsx'

/** An agency that represents me: how far it may go, and the way out. */
export function AgencyLinkRow({ link }: { link: AgencyLink }) {
  const change = useSetCeiling()
  const end = useEndLink()
  const [open, setOpen] = useState<'ceiling' | 'end' | null>(null)
  const [ceiling, setCeiling] = useState(link.ceiling)
  const close = () => setOpen(null)
  // The row is gone when the answer comes, so the callback runs on the promise.
  const leave = () =>
    void end.mutateAsync({ id: link.id }).then(
      ({ held }) => {
        close()
        if (held > 0) toast(m.agencies_held(), { duration: 10_000 })
      },
      () => undefined,
    )
  const edit = () => {
    setCeiling(link.ceiling)
    setOpen('ceiling')
  }
  return (
    <div className="flex flex-wrap items-center gap-3 border-hairline border-b px-4 py-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold">{link.agency.name}</p>
        <FlagBadges permissions={link.ceiling} />
        {link.supervisors.length > 0 && (
          <p className="mt-1 text-ink-soft text-sm">
            {m.agencies_supervised_by({ names: link.supervisors.map(nameOf).join(', ') })}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-1">
        <Button size="sm" onClick={edit}>
          {m.agencies_change_ceiling()}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setOpen('end')}>
          {m.agencies_leave()}
        </Button>
      </div>
      <Sheet
        open={open === 'ceiling'}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={m.agencies_ceiling_title({ agency: link.agency.name })}
        description={m.agencies_ceiling_hint()}
        held={change.isPending}
        actions={
          <Button
            variant="primary"
            busy={change.isPending}
            onClick={() => change.mutate({ id: link.id, ceiling }, { onSuccess: close })}
          >
            {m.agencies_save()}
          </Button>
        }
      >
        <FlagSwitches value={ceiling} onChange={setCeiling} />
        {change.isError && <ErrorLine className="mt-4">{errorMessage(change.error)}</ErrorLine>}
      </Sheet>
      <ConfirmSheet
        open={open === 'end'}
        onClose={close}
        title={m.agencies_leave()}
        confirm={m.agencies_leave()}
        onConfirm={leave}
        busy={end.isPending}
        error={end.error}
      >
        {m.agencies_leave_as_creator({ agency: link.agency.name })}
      </ConfirmSheet>
    </div>
  )
}
