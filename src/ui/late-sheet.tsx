import { useEffect, useRef } from 'react'
import { m } from '../paraglide/messages.js'
import { Button } from './button.tsx'
import { useIsLate } from './lazily.ts'
import { useOverlay } from './use-overlay.ts'

/** Stands in for a sheet whose code did not load, until it has: the browser's own dialog, which needs none. */
export function LateSheet(props: { title?: string; onClose: () => void }) {
  return useIsLate() && <LateDialog {...props} />
}

function LateDialog({ title = m.ui_late_title(), onClose }: { title?: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useOverlay({ open: true, close: onClose })
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      className="mt-auto mb-0 w-full max-w-none animate-rise rounded-t-media bg-raised p-5 text-ink shadow-sheet backdrop:bg-scrim/70 sm:m-auto sm:w-[30rem] sm:rounded-media sm:p-6"
    >
      <p className="font-bold text-lg">{title}</p>
      <p role="status" className="mt-2 mb-5 text-ink-soft">
        {m.ui_late()}
      </p>
      <Button wide onClick={onClose}>
        {m.ui_close()}
      </Button>
    </dialog>
  )
}
