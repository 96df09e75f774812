import { languageTag } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { useOffline } from '../../stores/offline.ts'

/** Above every page while there is no connection: it says so, and how old is what is shown. */
export function OfflineBar() {
  const since = useOffline((it) => it.since)
  return (
    // The region is always there, so that the loss is announced.
    <div role="status">
      {since !== null && (
        <p
          data-offline
          className="fixed inset-x-0 top-0 z-50 flex h-9 items-center justify-center bg-ink px-4 text-balance text-center text-paper text-xs leading-4"
        >
          <span>{m.offline_bar({ time: timeOf(since) })}</span>
        </p>
      )}
    </div>
  )
}

/** The hour, after midnight of the same day; else with its day. */
function timeOf(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  const day = isToday ? {} : ({ day: 'numeric', month: 'short' } as const)
  return new Intl.DateTimeFormat(languageTag(), { ...day, hour: 'numeric', minute: '2-digit' }).format(at)
}
