import { clsx } from 'clsx'
import { setNonce } from 'get-nonce'
import { Dialog } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import type { ClosedBy } from '../lib/overlay-entries.ts'
import { requestNonce } from '../lib/request.ts'
import { m } from '../paraglide/messages.js'
import { Icon } from './icon.tsx'
import { letKeysScroll } from './let-keys-scroll.ts'
import { useOverlay } from './use-overlay.ts'

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
  /** A navigation of the page has closed it; without this it counts as the user's closing. */
  onLeave?: () => void
  /** While work is under way the sheet cannot be waved away. */
  held?: boolean
  /** Takes most of a laptop's screen, for a grid that scrolls by itself. */
  wide?: boolean
}

/** The panel of `Sheet`, in a file of its own so that it is loaded on first use. */
export function SheetPanel({
  open,
  onOpenChange,
  onLeave,
  title,
  description,
  children,
  actions,
  held = false,
  wide = false,
}: SheetProps) {
  const opener = useRef<Element | null>(null)
  const close = (by: ClosedBy) => (by === 'navigation' && onLeave ? onLeave() : onOpenChange(false))
  useOverlay({ open, close, held })
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
          className={clsx(
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[90dvh] animate-rise flex-col rounded-t-media bg-raised pb-[env(safe-area-inset-bottom)] shadow-sheet outline-none sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-media',
            wide ? 'h-[90dvh] sm:w-[min(64rem,calc(100vw-2rem))]' : 'sm:w-[min(30rem,calc(100vw-2rem))]',
          )}
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
          <div
            // Asked again with each new content.
            ref={(text) => letKeysScroll(text)}
            className={clsx(
              'min-h-0',
              wide
                ? 'flex flex-1 flex-col overflow-hidden'
                : // The room above is for the frame of what has focus, which would be cut.
                  '-mt-1 overflow-y-auto px-5 pt-1 pb-5 sm:px-6 sm:pb-6',
            )}
          >
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
