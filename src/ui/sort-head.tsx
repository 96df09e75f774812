import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type SortHeadProps = {
  /** How the table is ordered by this column, if it is. */
  order: 'ascending' | 'descending' | null
  onPress: () => void
  className?: string
  children: ReactNode
}

/** The head of a column by which a table can be ordered. */
export function SortHead({ order, onPress, className = '', children }: SortHeadProps) {
  return (
    <th scope="col" aria-sort={order ?? 'none'} className={`px-2 font-semibold sm:px-3 ${className}`}>
      <button type="button" onClick={onPress} className="inline-flex min-h-11 items-center gap-1 hover:text-ink">
        {children}
        {order && <Icon name={order === 'ascending' ? 'arrow-up' : 'chevron-down'} className="size-4" />}
      </button>
    </th>
  )
}
