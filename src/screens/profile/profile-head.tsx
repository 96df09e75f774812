import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { ProfileActions } from './profile-actions.tsx'

/** Cover, avatar, name, bio, counts and actions. */
export function ProfileHead({ user, offer }: { user: PublicProfile; offer: string | undefined }) {
  return (
    <section aria-label={user.display_name ?? `@${user.username}`}>
      <div className="aspect-[5/2] overflow-hidden bg-sunken">
        <Picture
          src={user.cover}
          alt=""
          fetchPriority="high"
          decoding="async"
          className="size-full object-cover"
          instead={null}
        />
      </div>
      <div className="-mt-12 relative px-4 pb-5 sm:px-6">
        <Avatar user={user} size="xl" className="rounded-full ring-4 ring-paper" />
        <h1 className="wrap-anywhere mt-3 flex items-center gap-1.5 font-extrabold text-xl tracking-tight">
          {user.display_name ?? `@${user.username}`}
          {user.verified && (
            <>
              <Icon name="badge-check" className="size-5 shrink-0 text-signal-text" />
              <span className="sr-only">{m.ui_verified()}</span>
            </>
          )}
        </h1>
        {user.display_name && <p className="text-ink-soft">@{user.username}</p>}
        {user.bio && <p className="wrap-anywhere mt-3 whitespace-pre-line">{user.bio}</p>}
        {(user.location || user.links.length > 0) && <Places user={user} />}
        <p className="mt-3 flex gap-4 text-ink-soft text-sm">
          <Count value={user.counts.posts} words={m.profile_posts_count({ count: user.counts.posts })} />
          <Count value={user.counts.followers} words={m.profile_followers_count({ count: user.counts.followers })} />
        </p>
        <ProfileActions user={user} offer={offer} />
      </div>
    </section>
  )
}

function Count({ value, words }: { value: number; words: string }) {
  return (
    <span>
      <strong className="font-display text-ink tabular-nums">{value}</strong> {words}
    </span>
  )
}

function Places({ user }: { user: PublicProfile }) {
  return (
    <p className="mt-3 flex flex-wrap gap-x-4 text-sm">
      {user.location && (
        <span className="inline-flex min-h-11 items-center gap-1.5 text-ink-soft">
          <Icon name="map-pin" className="size-4" />
          {user.location}
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
          {link.title}
        </a>
      ))}
    </p>
  )
}
