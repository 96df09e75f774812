import { setNonce } from 'get-nonce'
import { Dialog } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { requestNonce } from '../lib/request.ts'
import { m } from '../paraglide/messages.js'
import { Icon } from './icon.tsx'

/** The scroll lock behind the panel writes a style element, which the content policy allows only with the page's nonce. */
setNonce(requestNonce() ?? '')

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  children: ReactNode
  /** Buttons at the foot, the one that acts last. */
  actions?: ReactNode
  /** While work is under way the sheet cannot be waved away. */
  held?: boolean
}

/** The panel of `Sheet`, in a file of its own so that it is loaded on first use. */
export function SheetPanel({ open, onOpenChange, title, description, children, actions, held = false }: SheetProps) {
  const opener = useRef<Element | null>(null)
  const stay = (event: Event) => held && event.preventDefault()
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next || !held) && onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim/70" />
        <Dialog.Content
          onOpenAutoFocus={() => {
            opener.current = document.activeElement
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement) opener.current.focus()
          }}
          onEscapeKeyDown={stay}
          onPointerDownOutside={stay}
          {...(!description && { 'aria-describedby': undefined })}
          className="fixed inset-x-0 bottom-0 z-50 flex max-h-[90dvh] animate-rise flex-col rounded-t-media bg-raised pb-[env(safe-area-inset-bottom)] shadow-sheet outline-none sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[min(30rem,calc(100vw-2rem))] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-media"
        >
          <span aria-hidden="true" className="mx-auto mt-2 h-1 w-10 shrink-0 rounded-full bg-edge sm:hidden" />
          <div className="flex items-start gap-2 py-2 pr-2 pl-5 sm:pt-3 sm:pl-6">
            <Dialog.Title className="min-w-0 flex-1 py-2 font-bold text-lg">{title}</Dialog.Title>
            <Dialog.Close
              aria-label={m.ui_close()}
              className="flex size-11 shrink-0 items-center justify-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink"
            >
              <Icon name="x" className="size-5" />
            </Dialog.Close>
          </div>
          <div className="min-h-0 overflow-y-auto px-5 pb-5 sm:px-6 sm:pb-6">
            {description && <Dialog.Description className="mb-4 text-ink-soft">{description}</Dialog.Description>}
            {children}
          </div>
          {actions && (
            <div className="flex flex-col-reverse gap-2 border-hairline border-t px-5 py-4 sm:flex-row sm:justify-end sm:px-6">
              {actions}
            </div>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
