import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { m } from '../../paraglide/messages.js'
import { earningsQuery } from '../../queries/payouts.ts'
import { searchCreatorsQuery } from '../../queries/search.ts'
import { Coins } from '../../ui/coins.tsx'
import { CreatorRow } from './creator-row.tsx'
import { useViewer } from './viewer-context.ts'

const suggestions = 4

/**
 * The column beside the page on wide screens: a creator's earnings, and suggested creators. It adds to
 * the page, so what does not load here is left out.
 */
export default function SideColumn() {
  const viewer = useViewer()
  const flags = viewer?.acting_as?.permissions
  return (
    <div className="sticky top-6 flex flex-col gap-8">
      {viewer?.is_creator && (!flags || flags.can_payment) && <Earned />}
      {(!flags || flags.can_social) && <SuggestedCreators />}
    </div>
  )
}

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

/** The most followed whom the viewer does not follow yet. Who is followed from here stays in sight, to be undone. */
function SuggestedCreators() {
  const viewer = useViewer()
  const { data } = useInfiniteQuery(searchCreatorsQuery(''))
  const chosen = useRef<string[]>(null)
  if (!data) return null
  chosen.current ??= data
    .filter((it) => it.id !== viewer?.id && !it.is_followed)
    .slice(0, suggestions)
    .map((it) => it.id)
  const creators = data.filter((it) => chosen.current?.includes(it.id))
  if (creators.length === 0) return null
  return (
    <section aria-labelledby="beside-follow">
      <h2 id="beside-follow" className="font-bold text-ink-soft text-sm">
        {m.beside_follow()}
      </h2>
      <ul className="-mx-4 mt-1 sm:-mx-6">
        {creators.map((creator) => (
          <li key={creator.id}>
            <CreatorRow user={creator} />
          </li>
        ))}
      </ul>
    </section>
  )
}
