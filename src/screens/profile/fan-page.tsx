import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Profile } from '../../../contract/profile.ts'
import { dayText } from '../../lib/dates.ts'
import { m } from '../../paraglide/messages.js'
import { followingQuery } from '../../queries/following.ts'
import { subscriptionsQuery } from '../../queries/subscriptions.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Coins } from '../../ui/coins.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { PageLink } from '../../ui/page-link.tsx'

/** A fan's own page: who they subscribe to and follow, what they have, and where the rest is. */
export function FanPage({ viewer }: { viewer: Profile }) {
  return (
    <div className="pb-8">
      <Subscriptions />
      <Followed />
      <nav aria-label={m.me_yours()} className="border-hairline border-t px-4 py-2 sm:px-6">
        <Row href="/settings/payments" icon="wallet" name={m.title_settings_payments()}>
          {viewer.coins !== null && <Coins amount={viewer.coins} />}
        </Row>
        <Row href="/settings/unlocked" icon="lock-open" name={m.title_settings_unlocked()} />
        <Row href="/bookmarks" icon="bookmark" name={m.title_bookmarks()} />
        <Row href="/notifications" icon="bell" name={m.nav_notifications()}>
          {viewer.unread_notifications > 0 && viewer.unread_notifications}
        </Row>
        <Row href="/settings/referral" icon="gift" name={m.title_settings_referral()} />
        <Row href="/settings" icon="settings" name={m.title_settings()} />
        <Row href="/creator" icon="star" name={m.landing_stage_action()} />
      </nav>
    </div>
  )
}

/** Each subscription with its day, the newest first. */
function Subscriptions() {
  const { data } = useInfiniteQuery(subscriptionsQuery)
  const list = data?.pages[0]?.data.filter((it) => it.status !== 'ended').slice(0, 4) ?? []
  if (!data) return null
  return (
    <Section title={m.title_subscriptions()} href="/subscriptions">
      {list.length === 0 && (
        <p className="flex flex-wrap items-center justify-between gap-3 px-4 text-ink-soft sm:px-6">
          {m.me_no_subscriptions()}
          <PageLink href="/search" className={buttonClasses({ size: 'sm' })}>
            {m.feed_go_discover()}
          </PageLink>
        </p>
      )}
      <ul>
        {list.map(({ id, creator, renews, active_until }) => (
          <li key={id}>
            <PageLink
              href={`/@${creator.username}`}
              className="flex min-h-14 items-center gap-3 px-4 hover:bg-sunken sm:px-6"
            >
              <Avatar user={creator} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold">{creator.display_name ?? `@${creator.username}`}</span>
                {active_until && (
                  <span className="block text-ink-soft text-sm">
                    {renews ? m.me_renews({ day: dayText(active_until) }) : m.me_ends({ day: dayText(active_until) })}
                  </span>
                )}
              </span>
              <Icon name="chevron-right" className="size-5 text-ink-faint" />
            </PageLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The faces of those who are followed. */
function Followed() {
  const { data } = useInfiniteQuery(followingQuery)
  const people = data?.pages[0]?.data ?? []
  if (people.length === 0) return null
  return (
    <Section title={m.subscriptions_following()} href="/subscriptions?tab=following">
      <ul className="no-scrollbar flex gap-3 overflow-x-auto px-4 sm:px-6">
        {people.slice(0, 20).map((user) => (
          <li key={user.id} className="w-18 shrink-0">
            <PageLink href={`/@${user.username}`} className="flex flex-col items-center gap-1 text-center text-xs">
              <Avatar user={user} size="lg" />
              <span className="w-full truncate">{user.display_name ?? `@${user.username}`}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Section({ title, href, children }: { title: string; href: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-hairline border-t py-4">
      <div className="flex items-center justify-between px-4 sm:px-6">
        <h2 className="font-bold">{title}</h2>
        <PageLink href={href} className="flex min-h-11 items-center font-semibold text-sm underline">
          {m.me_all()}
        </PageLink>
      </div>
      {children}
    </section>
  )
}

type RowProps = { href: string; icon: IconName; name: string; children?: ReactNode }

const Row = ({ href, icon, name, children }: RowProps) => (
  <PageLink href={href} className="flex min-h-13 items-center gap-3 font-medium hover:underline">
    <Icon name={icon} className="size-5 text-ink-soft" />
    <span className="mr-auto">{name}</span>
    <span className="text-ink-soft tabular-nums">{children}</span>
    <Icon name="chevron-right" className="size-5 text-ink-faint" />
  </PageLink>
)
