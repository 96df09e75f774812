import { Link } from '@tanstack/react-router'
import type { StaffMoneyView, StaffTab } from '../../lib/staff-tabs.ts'
import { tabClasses, tabListClasses } from '../../ui/tabs.tsx'

type StaffLinksProps<Id extends string> = {
  label: string
  ids: readonly Id[]
  current: Id
  labels: Record<Id, () => string>
  /** How much is waiting, where it is known. */
  counts: Partial<Record<Id, number | undefined>>
  search: (id: Id) => { tab: StaffTab; view?: StaffMoneyView }
}

/**
 * The rooms of the back office, or of its money room: each has an address of its own, and says how much waits there.
 */
export function StaffLinks<Id extends string>({ label, ids, current, labels, counts, search }: StaffLinksProps<Id>) {
  return (
    <nav aria-label={label} className={tabListClasses}>
      {ids.map((id) => (
        <Link
          key={id}
          to="/staff"
          search={search(id)}
          aria-current={id === current ? 'page' : undefined}
          className={tabClasses}
        >
          {labels[id]()}
          {counts[id] !== undefined && (
            <span className="ml-1.5 font-normal text-ink-faint tabular-nums">{counts[id]}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}
