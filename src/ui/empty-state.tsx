import type { ReactNode } from 'react'

type EmptyStateProps = {
  title: string
  /** What to do next, in a sentence. */
  children?: ReactNode
  /** The button or link that does it. */
  action?: ReactNode
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-start gap-3 px-5 py-12 sm:px-8">
      <span aria-hidden="true" className="mb-1 h-1 w-10 rounded-full bg-edge" />
      <h2 className="font-bold text-lg">{title}</h2>
      {children && <div className="max-w-[26rem] text-ink-soft">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
