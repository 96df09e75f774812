import { type ReactNode, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { movementIcon } from './movement-icon.ts'
import { kindName } from './names.ts'

type MovementRowProps = {
  row: { kind: string; counterparty: { username: string | null } | null; created_at: string }
  /** Stands after the time. */
  aside?: string | null
  /** The amount, at the end of the line. */
  amount: ReactNode
  /** What is shown, and only then fetched, when the line is opened. */
  children: ReactNode
}

/** A movement of coins in a list, which opens into where they came from and went. */
export function MovementRow({ row, aside, amount, children }: MovementRowProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
        <summary className="flex min-h-16 cursor-pointer list-none items-center gap-3 px-4 py-2 hover:bg-sunken sm:px-6 [&::-webkit-details-marker]:hidden">
          <span
            aria-hidden="true"
            className="flex size-10 shrink-0 items-center justify-center rounded-full bg-sunken text-ink-soft group-open:bg-raised"
          >
            <Icon name={movementIcon(row.kind)} className="size-5" />
          </span>
          <span className="min-w-0 flex-1">
            <span className="wrap-anywhere block font-medium">
              {kindName(row.kind)}
              {row.counterparty?.username && `\u00a0· @${row.counterparty.username}`}
            </span>
            <span className="block text-ink-soft text-sm">
              <TimeAgo at={row.created_at} />
              {aside && `\u00a0· ${aside}`}
            </span>
          </span>
          {amount}
          <Icon name="chevron-down" className="size-4 text-ink-faint transition-transform group-open:rotate-180" />
        </summary>
        {isOpen && <div className="bg-sunken px-4 py-3 text-sm sm:px-6">{children}</div>}
      </details>
    </li>
  )
}
