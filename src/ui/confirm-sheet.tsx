import type { ReactNode } from 'react'
import { errorMessage } from '../lib/refusal.ts'
import { m } from '../paraglide/messages.js'
import { Button } from './button.tsx'
import { ErrorLine } from './error-line.tsx'
import { Sheet } from './sheet.tsx'

type ConfirmSheetProps = {
  open: boolean
  onClose: () => void
  title: string
  /** What will happen, in one sentence. */
  children: ReactNode
  confirm: string
  cancel?: string
  onConfirm: () => void
  busy: boolean
  error?: unknown
  danger?: boolean
}

/** The question before what costs, is felt by others at once or cannot be undone (product §47). */
export function ConfirmSheet({
  open,
  onClose,
  title,
  children,
  confirm,
  cancel = m.ui_cancel(),
  onConfirm,
  busy,
  error = null,
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
          <Button onClick={onClose}>{cancel}</Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <p className="text-ink-soft">{children}</p>
      {error !== null && <ErrorLine className="mt-4">{errorMessage(error)}</ErrorLine>}
    </Sheet>
  )
}
