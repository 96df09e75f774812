import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dayText } from '../../lib/dates.ts'
import { m } from '../../paraglide/messages.js'
import { earningsQuery } from '../../queries/payouts.ts'
import { Coins } from '../../ui/coins.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Frame } from '../frame/frame.tsx'
import { studioPlaces } from '../frame/studio-places.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { Invitation } from './invitation.tsx'
import { Lately } from './lately.tsx'
import { NeedsMe } from './needs-me.tsx'

/** "Become a creator" for visitors and fans, the studio for creators (product §20, §70). */
export function CreatorScreen() {
  const viewer = useViewer()
  return (
    <Frame title={m.title_creator()} ownHeading>
      {viewer?.is_creator ? <Studio /> : <Invitation />}
    </Frame>
  )
}

function Studio() {
  const viewer = useViewer()
  const isOwn = viewer?.acting_as == null
  const { data } = useQuery({ ...earningsQuery, enabled: isOwn })
  return (
    <>
      <div className="px-4 pt-8 pb-6 sm:px-6">
        <h1 className="font-extrabold text-2xl tracking-[-0.03em]">{m.creator_studio()}</h1>
        <p className="mt-1 text-ink-soft">
          {m.creator_studio_counts({ posts: viewer?.counts.posts ?? 0, followers: viewer?.counts.followers ?? 0 })}
        </p>
      </div>
      {isOwn && (
        <dl className="grid grid-cols-2 border-hairline border-y">
          <Figure name={m.payouts_available()}>
            {data ? <Coins amount={data.available} stacked /> : <Skeleton className="h-9 w-24" />}
          </Figure>
          <Figure name={m.payouts_pending()}>
            {data ? <Coins amount={data.pending} stacked /> : <Skeleton className="h-9 w-24" />}
          </Figure>
        </dl>
      )}
      {data?.next_release && (
        <p className="border-hairline border-b px-4 py-3 text-ink-soft text-sm sm:px-6">
          {m.payouts_next({ day: dayText(data.next_release) })}
        </p>
      )}
      <NeedsMe />
      <Lately />
      <nav aria-label={m.creator_studio()}>
        <ul className="divide-y divide-hairline">
          {studioPlaces.map(({ to, title, text, icon, own }) =>
            own && !isOwn ? null : (
              <li key={to}>
                <Link
                  to={to}
                  {...(to === '/chat' && { search: { mode: 'creator' } as const })}
                  className="flex min-h-16 items-center gap-4 px-4 py-3 hover:bg-sunken sm:px-6"
                >
                  <Icon name={icon} className="size-5 shrink-0 text-ink-soft" />
                  <span className="min-w-0 flex-1">
                    <span className="block font-semibold">{title()}</span>
                    <span className="block text-ink-soft text-sm">{text()}</span>
                  </span>
                  <Icon name="chevron-right" className="size-5 text-ink-faint" />
                </Link>
              </li>
            ),
          )}
        </ul>
      </nav>
    </>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-1 px-4 py-5 sm:px-6">
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd className="text-xl leading-tight">{children}</dd>
    </div>
  )
}
