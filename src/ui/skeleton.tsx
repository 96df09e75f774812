import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { m } from '../paraglide/messages.js'

/** A placeholder of the size of the content. */
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

type SkeletonListProps = {
  rows?: number
  /** The padding of the list's own rows, and their height where it is given: nothing may jump when they come. */
  row?: string
  /** The size of a face. */
  face?: string
}

/** Lines of a list: a face and two lines each. */
export function SkeletonList({ rows = 6, row = 'px-4 py-3 sm:px-6', face = 'size-11' }: SkeletonListProps) {
  return (
    <Skeletons className="divide-y divide-hairline">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike, in no order.
        <div key={index} className={clsx('flex items-center gap-3', row)}>
          <Skeleton className={clsx('shrink-0 rounded-full', face)} />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-4/5" />
          </div>
        </div>
      ))}
    </Skeletons>
  )
}
