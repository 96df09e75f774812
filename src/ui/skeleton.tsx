import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { m } from '../paraglide/messages.js'

/** A shape that stands where content will be. Give it the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('block animate-breathe rounded-control bg-hairline', className)} />
}

/** Skeletons with one word for those who cannot see them. */
export function Skeletons({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{m.ui_loading()}</span>
      {children}
    </div>
  )
}

/** Lines of a list: a face and two lines each. */
export function SkeletonList({ rows = 6 }: { rows?: number }) {
  return (
    <Skeletons className="divide-y divide-hairline">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike, in no order.
        <div key={row} className="flex items-center gap-3 px-4 py-3">
          <Skeleton className="size-11 shrink-0 rounded-full" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-4/5" />
          </div>
        </div>
      ))}
    </Skeletons>
  )
}
