import { useQuery } from '@tanstack/react-query'
import { sizeText } from '../../lib/size-text.ts'
import { m } from '../../paraglide/messages.js'
import { usageQuery } from '../../queries/uploads.ts'

/** How much of the creator's room is taken. */
export function VaultUsage() {
  const { data } = useQuery(usageQuery)
  if (!data) return <p className="min-h-5 text-sm" />
  const { used, limit } = data
  const share = limit === 0 ? 1 : Math.min(1, used / limit)
  return (
    <p className="flex min-h-5 items-center gap-3 text-ink-soft text-sm tabular-nums">
      <span aria-hidden className="h-1.5 w-24 overflow-hidden rounded-full bg-hairline">
        <span
          className={`block h-full ${share > 0.9 ? 'bg-rust' : 'bg-ink'}`}
          style={{ width: `${Math.ceil(share * 100)}%` }}
        />
      </span>
      {m.vault_usage({ used: sizeText(used), limit: sizeText(limit) })}
    </p>
  )
}
