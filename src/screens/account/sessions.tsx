import { useQuery } from '@tanstack/react-query'
import type { AccountSession } from '../../../contract/account.ts'
import { addressText } from '../../lib/address-text.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { sessionsQuery, useEndSession, useEndSessions } from '../../queries/account.ts'
import { useSignOutEverywhere } from '../../queries/identity.ts'
import { toast } from '../../stores/toasts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { Section } from './section.tsx'

/** Where one is signed in, each with a way to end it, all the others at once, and really all. */
export function Sessions() {
  const { data, error, refetch, isFetching, isPending } = useQuery(sessionsQuery)
  const endAll = useEndSessions()
  const leave = useSignOutEverywhere()
  if (isPending) return <SkeletonList rows={2} />
  if (error) return <ErrorState description={errorMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
  const others = data.data.filter((it) => !it.current)
  return (
    <Section title={m.account_sessions_title()} text={m.account_sessions_text()}>
      <ul className="divide-y divide-hairline">
        {data.data.map((it) => (
          <SessionRow key={it.id} session={it} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {others.length > 0 && (
          <Button
            busy={endAll.isPending}
            onClick={() =>
              endAll.mutate(null, {
                onSuccess: ({ ended }) => void toast(m.account_sessions_ended({ count: ended }), { type: 'success' }),
                onError: (it) => void toast(errorMessage(it), { type: 'error' }),
              })
            }
          >
            {m.account_sessions_end_all()}
          </Button>
        )}
        <Button busy={leave.isPending} onClick={() => leave.mutate()}>
          {m.account_sessions_end_really_all()}
        </Button>
      </div>
    </Section>
  )
}

function SessionRow({ session }: { session: AccountSession }) {
  const end = useEndSession()
  const { browser, system, address } = session
  const isPhone = system === 'iPhone' || system === 'Android'
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <Icon name={isPhone ? 'user' : 'laptop'} className="size-5 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {[browser, system].filter(Boolean).join(' · ') || m.account_session_unknown()}
          {session.current && <Badge tone="leaf">{m.account_session_current()}</Badge>}
        </p>
        <p className="text-ink-soft text-sm">
          {address && (
            <span className="tabular-nums">
              {addressText(address)}
              {'\u00a0· '}
            </span>
          )}
          {m.account_session_seen()} <TimeAgo at={session.last_seen_at} />
        </p>
      </div>
      {!session.current && (
        <Button
          variant="ghost"
          busy={end.isPending}
          onClick={() => end.mutate(session.id, { onError: (it) => void toast(errorMessage(it), { type: 'error' }) })}
        >
          {m.account_session_end()}
        </Button>
      )}
    </li>
  )
}
