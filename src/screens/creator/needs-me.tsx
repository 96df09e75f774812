import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { dayText } from '../../lib/dates.ts'
import { moneyText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { fanCountQuery } from '../../queries/audience.ts'
import { conversationCountsQuery } from '../../queries/inbox.ts'
import { waitingRequestsQuery } from '../../queries/requests.ts'
import { endingSoon } from '../../queries/studio.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { viewSearch } from '../chat/view-labels.ts'
import { useClosed } from '../frame/use-closed.ts'

/** What waits for the creator now, each with the view that shows it; a part that does not load is left out. */
export function NeedsMe() {
  const writes = useClosed('can_chat') === null
  const meets = useClosed('can_social') === null
  const counts = useQuery({ ...conversationCountsQuery('creator'), enabled: writes })
  const requests = useInfiniteQuery({ ...waitingRequestsQuery, enabled: writes })
  const ending = useQuery({ ...fanCountQuery(endingSoon), enabled: meets })
  const parts = [...(writes ? [counts, requests] : []), ...(meets ? [ending] : [])]
  const [first] = requests.data?.pages ?? []
  const unanswered = counts.data?.unanswered ?? 0
  const isDone = parts.every((it) => it.isSuccess)
  const nothing = unanswered === 0 && !first?.total.count && !ending.data?.count
  if (parts.length === 0) return null
  return (
    <section aria-labelledby="needs-me" className="border-hairline border-b px-4 pt-4 pb-2 sm:px-6">
      <h2 id="needs-me" className="font-bold">
        {m.studio_now()}
      </h2>
      <ul className="mt-1 divide-y divide-hairline">
        {unanswered > 0 && (
          <Row icon="message-circle" link={{ to: '/chat', search: viewSearch('unanswered') }}>
            {m.studio_now_answers({ count: unanswered })}
          </Row>
        )}
        {first && first.total.count > 0 && (
          <Row
            icon="receipt"
            link={{ to: '/creator/requests' }}
            detail={first.data[0] && m.requests_due({ day: dayText(first.data[0].due_at) })}
          >
            {m.studio_now_requests({ count: first.total.count })}
            {first.total.coins !== null && ` · ${moneyText(first.total.coins)}`}
          </Row>
        )}
        {ending.data && ending.data.count > 0 && (
          <Row icon="users" link={{ to: '/creator/audience', search: endingSoon }} detail={m.studio_now_ending_text()}>
            {m.studio_now_ending({ count: ending.data.count, days: endingSoon.renewal_days })}
          </Row>
        )}
      </ul>
      {isDone && nothing && <p className="py-3 text-ink-soft">{m.studio_now_nothing()}</p>}
    </section>
  )
}

type RowProps = {
  icon: IconName
  link: Pick<LinkProps, 'to' | 'search'>
  detail?: string | undefined
  children: React.ReactNode
}

function Row({ icon, link, detail, children }: RowProps) {
  return (
    <li>
      <Link {...link} className="-mx-2 flex min-h-14 items-center gap-4 rounded-control px-2 py-2.5 hover:bg-sunken">
        <Icon name={icon} className="size-5 shrink-0 text-ink-soft" />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{children}</span>
          {detail && <span className="block text-ink-soft text-sm">{detail}</span>}
        </span>
        <Icon name="chevron-right" className="size-5 text-ink-faint" />
      </Link>
    </li>
  )
}
