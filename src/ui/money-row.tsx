import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type MoneyRowProps = {
  label: string
  /** The sum of the rows above. */
  isSum?: boolean
  children: ReactNode
}

/** A line of a receipt, in a `dl`. */
export function MoneyRow({ label, isSum = false, children }: MoneyRowProps) {
  return (
    <div
      className={clsx('flex items-baseline justify-between gap-4 py-3', isSum && 'border-edge border-t font-semibold')}
    >
      <dt>{label}</dt>
      <dd className="shrink-0">{children}</dd>
    </div>
  )
}
