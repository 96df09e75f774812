import { m } from '../paraglide/messages.js'
import { Button } from './button.tsx'

type ErrorStateProps = { title?: string; description?: string; onRetry?: (() => void) | undefined; busy?: boolean }

/** A part of the page that did not load, with the way to try again. */
export function ErrorState({
  title = m.ui_error_title(),
  description = m.ui_error_description(),
  onRetry,
  busy,
}: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-start gap-3 px-5 py-12 sm:px-8">
      <span aria-hidden="true" className="mb-1 h-1 w-10 rounded-full bg-rust" />
      <h2 className="font-bold text-lg">{title}</h2>
      <p className="max-w-[26rem] text-ink-soft">{description}</p>
      {onRetry && (
        <Button className="mt-2" onClick={onRetry} busy={busy ?? false}>
          {m.ui_retry()}
        </Button>
      )}
    </div>
  )
}
