import { clsx } from 'clsx'
import { m } from '../paraglide/messages.js'
import { closeToast, useToasts } from '../stores/toasts.ts'
import { Icon } from './icon.tsx'

const tones = { info: 'bg-ink', success: 'bg-leaf', error: 'bg-rust' } as const

/**
 * Where toasts appear, once in the root: below the bars of a page, since what is written and sent is at its foot. The region is
 * always there, so that new messages are announced.
 */
export function Toaster() {
  const toasts = useToasts((it) => it.toasts)
  return (
    <div role="status" aria-live="polite" aria-atomic="false" className="toasts">
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className="pointer-events-auto flex animate-rise items-center gap-3 overflow-hidden rounded-control border border-hairline bg-raised pl-4 shadow-sheet"
        >
          <span aria-hidden="true" className={clsx('-my-4 -ml-4 w-1.5 self-stretch', tones[toast.type])} />
          <p className="wrap-anywhere min-w-0 flex-1 py-3 text-sm">{toast.message}</p>
          {toast.action && (
            <button
              type="button"
              onClick={() => {
                toast.action?.onAct()
                closeToast(toast.id)
              }}
              className="h-11 shrink-0 px-2 font-semibold text-sm underline underline-offset-4 focus-visible:outline-offset-[-4px]"
            >
              {toast.action.label}
            </button>
          )}
          <button
            type="button"
            aria-label={m.ui_close()}
            onClick={() => closeToast(toast.id)}
            className="flex size-11 shrink-0 items-center justify-center text-ink-soft hover:text-ink focus-visible:outline-offset-[-4px]"
          >
            <Icon name="x" className="size-4" />
          </button>
        </div>
      ))}
    </div>
  )
}
