import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dayText } from '../../lib/dates.ts'
import { m } from '../../paraglide/messages.js'
import { fansQuery } from '../../queries/audience.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Coins } from '../../ui/coins.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Section } from '../analytics/section.tsx'
import { LoadError } from '../frame/load-error.tsx'

/** Who came by a link, whatever the span. Each leads to their row in the audience. */
export function LinkFans({ id }: { id: string }) {
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    fansQuery({ link: [id] }),
  )
  const fans = data?.pages.flatMap((page) => page.data)
  return (
    <Section title={m.links_fans()}>
      {error && !fans && <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!fans && !error && <SkeletonList rows={3} />}
      {fans?.length === 0 && <p className="py-2 text-ink-soft">{m.links_no_fans()}</p>}
      {fans && fans.length > 0 && (
        <>
          <Link to="/creator/audience" search={{ link: id }} className={buttonClasses({ className: 'my-2' })}>
            {m.links_in_audience()}
          </Link>
          <ul className="divide-y divide-hairline">
            {fans.map(({ user, since, spent }) => (
              <li key={user.id}>
                <Link
                  to="/creator/audience"
                  search={{ link: id, q: user.username ?? '' }}
                  className="flex min-h-13 items-center gap-3 py-1"
                >
                  <Avatar user={user} size="sm" />
                  <span className="min-w-0 flex-1">
                    <bdi className="block truncate font-semibold">{user.display_name || `@${user.username}`}</bdi>
                    {since && (
                      <span className="text-ink-soft text-sm">{m.links_fan_since({ day: dayText(since) })}</span>
                    )}
                  </span>
                  {spent ? <Coins amount={spent} /> : null}
                </Link>
              </li>
            ))}
          </ul>
          <ListEnd hasMore={hasNextPage} loading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
        </>
      )}
    </Section>
  )
}
