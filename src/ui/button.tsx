import { clsx } from 'clsx'
import { type ComponentProps, type MouseEvent, useId } from 'react'
import { type ButtonLook, buttonClasses } from './button-classes.ts'
import { Spinner } from './spinner.tsx'

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Why it cannot be pressed now. It stays reachable and says so; nothing happens on a press. */
    disabledReason?: string | null | undefined
    /** Work is under way: the button keeps its width and takes no second press. */
    busy?: boolean
  }

/** A button that is never mute: when it cannot act, it says why. */
export function Button({
  variant,
  size,
  wide,
  className,
  disabledReason,
  busy = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const closed = Boolean(disabledReason) || busy
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (closed) return event.preventDefault()
    onClick?.(event)
  }
  const button = (
    <button
      type="button"
      {...rest}
      className={clsx(buttonClasses({ variant, size, wide }), disabledReason && 'grow', className)}
      aria-disabled={closed || undefined}
      aria-busy={busy || undefined}
      aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
      onClick={press}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
  if (!disabledReason) return button
  return (
    <span className={clsx('group/reason reasoned relative inline-flex', wide && 'w-full')}>
      {button}
      <span id={reasonId} role="tooltip" className="reason">
        {disabledReason}
      </span>
    </span>
  )
}
