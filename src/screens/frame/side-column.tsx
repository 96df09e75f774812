import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { m } from '../../paraglide/messages.js'
import { suggestionsQuery } from '../../queries/discovery.ts'
import { earningsQuery } from '../../queries/payouts.ts'
import { Coins } from '../../ui/coins.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazily } from '../../ui/lazily.ts'
import { CreatorRow } from './creator-row.tsx'
import { studioPlaces } from './studio-places.ts'
import { reason } from './suggested-row.tsx'
import { useViewer } from './viewer-context.ts'

const suggestions = 4

/**
 * The column beside the page on wide screens: the list of settings beside one of them, the rooms of the studio beside one
 * of those, elsewhere a creator's earnings and suggested creators. It adds to the page, so what does not load here is left
 * out.
 */
export default function SideColumn() {
  const viewer = useViewer()
  const path = useLocation({ select: (it) => it.pathname })
  if (path === '/settings' || path === '/staff') return null
  if (viewer?.is_creator && path === '/creator') return null
  if (viewer?.is_creator && path.startsWith('/creator/')) return <StudioPane isOwn={viewer.acting_as === null} />
  if (isSetting(path)) return <SettingsPane />
  const flags = viewer?.acting_as?.permissions
  return (
    <div className="sticky top-6 flex flex-col gap-8">
      {viewer?.is_creator && (!flags || flags.can_payment) && <Earned />}
      {(!flags || flags.can_social) && <SuggestedCreators />}
    </div>
  )
}

/** What is unlocked is a place of the navigation, though its address is that of a setting; with two pages it is the other way. */
const isSetting = (path: string) =>
  (path.startsWith('/settings/') && path !== '/settings/unlocked') || path === '/subscriptions' || path === '/agencies'

const StudioPane = ({ isOwn }: { isOwn: boolean }) => (
  <nav aria-label={m.creator_studio()} className="sticky top-6">
    <ul>
      {studioPlaces.map(
        ({ to, title, icon, own }) =>
          (isOwn || !own) && (
            <li key={to}>
              <Link
                to={to}
                {...(to === '/chat' && { search: { mode: 'creator' } as const })}
                className="flex min-h-11 items-center gap-3 hover:underline aria-[current=page]:font-bold"
              >
                <Icon name={icon} className="size-5 shrink-0 text-ink-soft" />
                {title()}
              </Link>
            </li>
          ),
      )}
    </ul>
  </nav>
)

/** The list of settings on the left of the one that is open (`.setting` in app.css). */
const SettingsPane = () => (
  <nav aria-label={m.title_settings()} className="sticky top-(--bar) max-h-[calc(100dvh-var(--bar))] overflow-y-auto">
    <Suspense fallback={null}>
      <SettingsList />
    </Suspense>
  </nav>
)

const SettingsList = lazily(async () => (await import('./settings-list.tsx')).SettingsList)

function Earned() {
  const { data } = useQuery(earningsQuery)
  if (!data) return null
  return (
    <section aria-labelledby="beside-earned">
      <h2 id="beside-earned" className="font-bold text-ink-soft text-sm">
        {m.beside_earned()}
      </h2>
      <dl className="mt-2 divide-y divide-hairline border-hairline border-y">
        <div className="flex justify-between gap-4 py-3">
          <dt>{m.payouts_available()}</dt>
          <dd>
            <Coins amount={data.available} />
          </dd>
        </div>
        <div className="flex justify-between gap-4 py-3">
          <dt>{m.payouts_pending()}</dt>
          <dd>
            <Coins amount={data.pending} />
          </dd>
        </div>
      </dl>
      <Link to="/settings/analytics" className="mt-1 inline-flex min-h-11 items-center font-semibold text-sm underline">
        {m.title_settings_analytics()}
      </Link>
    </section>
  )
}

/** Whom the viewer may like and does not follow yet. Who is followed from here stays in sight, to be undone. */
function SuggestedCreators() {
  const { data } = useQuery(suggestionsQuery)
  const suggested = data?.data.slice(0, suggestions) ?? []
  if (suggested.length === 0) return null
  return (
    <section aria-labelledby="beside-follow">
      <h2 id="beside-follow" className="font-bold text-ink-soft text-sm">
        {m.beside_follow()}
      </h2>
      <ul className="-mx-4 mt-1 sm:-mx-6">
        {suggested.map(({ user, because }) => (
          <li key={user.id}>
            <CreatorRow user={user} reason={because && reason(because, user)} />
          </li>
        ))}
      </ul>
      <Link
        to="/search"
        search={{ sort: 'trending' }}
        className="inline-flex min-h-11 items-center font-semibold text-sm underline"
      >
        {m.beside_more()}
      </Link>
    </section>
  )
}
