import { useQuery } from '@tanstack/react-query'
import type { Suggestion } from '../../../contract/discovery.ts'
import { m } from '../../paraglide/messages.js'
import { suggestionsQuery } from '../../queries/discovery.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { FollowButton } from './follow-button.tsx'

/** Creators to follow, in a row to swipe through between two posts. It adds to the page, so what fails is left out. */
export function SuggestedRow() {
  const { data } = useQuery(suggestionsQuery)
  if (!data || data.data.length === 0) return null
  return (
    <section aria-labelledby="suggested" className="border-hairline border-b py-4">
      <h2 id="suggested" className="px-4 font-bold text-ink-soft text-sm sm:px-6">
        {m.beside_follow()}
      </h2>
      <ul className="no-scrollbar mt-3 flex snap-x scroll-pl-4 gap-3 overflow-x-auto px-4 sm:scroll-pl-6 sm:px-6">
        {data.data.map((suggestion) => (
          <li key={suggestion.user.id} className="w-40 shrink-0 snap-start">
            <Card suggestion={suggestion} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Card({ suggestion: { user, because } }: { suggestion: Suggestion }) {
  return (
    <div className="flex h-full flex-col items-center gap-3 rounded-media border border-hairline p-3 text-center">
      <PageLink href={`/@${user.username}`} className="flex w-full flex-1 flex-col items-center gap-1">
        <Avatar user={user} size="lg" />
        <span className="mt-1 w-full truncate font-semibold">{user.display_name ?? `@${user.username}`}</span>
        <span className="line-clamp-2 text-ink-soft text-xs">{reason(because, user)}</span>
      </PageLink>
      <FollowButton user={user} />
    </div>
  )
}

/** Why a creator is suggested, or how many follow them. */
export function reason(because: Suggestion['because'], user: Suggestion['user']): string {
  return because
    ? m.beside_because({ name: because.display_name ?? `@${because.username}` })
    : m.profile_followers_count({ count: user.counts.followers })
}
