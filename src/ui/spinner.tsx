import { clsx } from 'clsx'

/** A turning ring beside words that say what is going on; on its own it says nothing to screen readers. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'inline-block size-4 shrink-0 animate-turn rounded-full border-2 border-current border-r-transparent',
        className,
      )}
    />
  )
}
