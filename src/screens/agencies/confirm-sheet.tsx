import type { ReactNode } from 'react'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { Sheet } from '../../ui/sheet.tsx'

type ConfirmSheetProps = {
  open: boolean
  onClose: () => void
  title: string
  /** What will happen. */
  children: ReactNode
  confirm: string
  onConfirm: () => void
  busy: boolean
  error: unknown
  danger?: boolean
}

/** One question before something that others feel at once. */
export function ConfirmSheet({
  open,
  onClose,
  title,
  children,
  confirm,
  onConfirm,
  busy,
  error,
  danger = true,
}: ConfirmSheetProps) {
  return (
    <Sheet
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      held={busy}
      actions={
        <>
          <Button onClick={onClose}>{m.agencies_cancel()}</Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <p>{children}</p>
      {error !== null && <ErrorLine className="mt-4">{errorMessage(error)}</ErrorLine>}
    </Sheet>
  )
}
