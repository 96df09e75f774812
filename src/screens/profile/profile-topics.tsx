import type { PublicProfile } from '../../../contract/users.ts'
import { languageName } from '../../lib/language-name.ts'
import { m } from '../../paraglide/messages.js'
import { PageLink } from '../../ui/page-link.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { categoryName } from '../search/category-name.ts'
import { ProfileTeasers } from './profile-teasers.tsx'

/** What a creator is found by, each leading to others like it, when they were last here, and what there is to see. */
export function ProfileTopics({ user }: { user: PublicProfile }) {
  const { category, tags, languages, last_seen } = user
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 text-sm empty:hidden">
        {last_seen && <LastSeen at={last_seen} />}
        {category && <Topic href={`/search?category=${category}`}>{categoryName(category)}</Topic>}
        {tags.map((tag) => (
          <Topic key={tag} href={`/search?tag=${encodeURIComponent(tag)}`}>{`#${tag}`}</Topic>
        ))}
        {languages.length > 0 && (
          <span className="text-ink-soft">
            {m.profile_speaks({ languages: languages.map((it) => languageName(it)).join(', ') })}
          </span>
        )}
      </div>
      {!user.is_self && !user.is_subscribed && !user.is_blocked && <ProfileTeasers user={user} />}
    </>
  )
}

const Topic = ({ href, children }: { href: string; children: string }) => (
  <PageLink
    href={href}
    className="inline-flex min-h-11 items-center font-medium underline decoration-edge underline-offset-4 hover:decoration-ink"
  >
    {children}
  </PageLink>
)

/** Online for as long as the search calls it so. */
function LastSeen({ at }: { at: string }) {
  const isOnline = Date.now() - Date.parse(at) < 300_000
  return (
    <span className="inline-flex min-h-11 items-center gap-1.5 text-ink-soft" suppressHydrationWarning>
      {isOnline && <span aria-hidden="true" className="size-2 rounded-full bg-leaf" />}
      {isOnline ? (
        m.profile_online()
      ) : (
        <>
          {m.profile_last_seen()} <TimeAgo at={at} />
        </>
      )}
    </span>
  )
}
