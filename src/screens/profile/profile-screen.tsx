import { useQuery } from '@tanstack/react-query'
import type { MediaTab } from '../../lib/profile-tabs.ts'
import { userQuery } from '../../queries/users.ts'
import { Frame } from '../frame/frame.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { Blocked } from './blocked.tsx'
import { SubscribeAtFoot } from './profile-actions.tsx'
import { ProfileHead } from './profile-head.tsx'
import { ProfilePosts } from './profile-posts.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'

type ProfileScreenProps = { username: string; tab?: MediaTab | undefined; offer: string | undefined }

/** A profile: the user, the actions, the posts. */
export function ProfileScreen({ username, tab, offer }: ProfileScreenProps) {
  const { data: user, error, refetch, isFetching } = useQuery(userQuery(username))
  return (
    <Frame
      title={user?.display_name ?? `@${username}`}
      ownHeading
      overPicture={user !== undefined || error === null}
      back={user?.is_self ? undefined : '/'}
    >
      {user ? (
        <div className="follows-action">
          <ProfileHead user={user} offer={offer} />
          {user.is_blocked ? <Blocked user={user} /> : <ProfilePosts user={user} tab={tab} offer={offer} />}
          <SubscribeAtFoot user={user} offer={offer} />
        </div>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <ProfileSkeleton />
      )}
    </Frame>
  )
}
