import { Suspense } from 'react'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazilyAtTouch } from '../../ui/lazily.ts'
import { kindFacts } from '../../ui/media-facts.ts'
import { Picture } from '../../ui/picture.tsx'
import { Join, ProfileActions } from './profile-actions.tsx'

/** Cover, avatar and actions, name, bio, what there is, and how to subscribe. */
export function ProfileHead({ user, offer }: { user: PublicProfile; offer: string | undefined }) {
  return (
    <section aria-label={user.display_name ?? `@${user.username}`}>
      <div className="picture-under-bar aspect-[5/2] overflow-hidden bg-sunken">
        <Picture
          src={user.cover}
          alt=""
          fetchPriority="high"
          decoding="async"
          className="size-full object-cover"
          instead={null}
        />
      </div>
      <div className="relative px-4 pb-4 sm:px-6">
        <div className="-mt-10 flex items-end justify-between gap-2">
          <Avatar
            user={user}
            size="xl"
            className="face max-[22rem]:size-16 max-sm:size-20 rounded-full ring-4 ring-paper"
          />
          {!user.is_blocked && <ProfileActions user={user} />}
        </div>
        <h1 className="wrap-anywhere mt-2 flex items-center gap-1.5 font-extrabold text-xl tracking-tight">
          {user.display_name ?? `@${user.username}`}
          {user.verified && (
            <>
              <Icon name="badge-check" className="size-5 shrink-0 text-brass-text" />
              <span className="sr-only">{m.ui_verified()}</span>
            </>
          )}
        </h1>
        <Places user={user} />
        {user.bio && <p className="wrap-anywhere whitespace-pre-line">{user.bio}</p>}
        <p className="mt-2 text-ink-soft text-sm tabular-nums">{factsOf(user).join(' · ')}</p>
        {user.is_creator && (
          <Suspense fallback={null}>
            <ProfileTopics user={user} />
          </Suspense>
        )}
        {!user.is_blocked && !user.is_self && user.is_creator && <Join user={user} offer={offer} />}
      </div>
    </section>
  )
}

/** What the server wrote stands until the first touch. */
export const ProfileTopics = lazilyAtTouch(async () => (await import('./profile-topics.tsx')).ProfileTopics)

/** What there is to see, locked or open, and who is there already. */
function factsOf({ media_counts, counts }: PublicProfile): string[] {
  return [
    ...kindFacts(media_counts),
    m.profile_posts_count({ count: counts.posts }),
    m.profile_followers_count({ count: counts.followers }),
  ]
}

function Places({ user }: { user: PublicProfile }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-sm empty:hidden">
      {user.display_name && <span className="text-ink-soft">@{user.username}</span>}
      {user.location && (
        <span className="inline-flex min-h-11 items-center gap-1.5 text-ink-soft">
          <Icon name="map-pin" className="size-4" />
          <span className="wrap-anywhere">{user.location}</span>
        </span>
      )}
      {user.links.map((link) => (
        <a
          key={link.url}
          href={link.url}
          rel="nofollow ugc noopener noreferrer"
          target="_blank"
          className="inline-flex min-h-11 items-center gap-1.5 font-medium underline decoration-edge underline-offset-4 hover:decoration-ink"
        >
          <Icon name="link" className="size-4" />
          <span className="wrap-anywhere">{link.title}</span>
        </a>
      ))}
    </p>
  )
}
