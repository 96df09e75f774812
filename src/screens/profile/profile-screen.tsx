import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { ProfileTab } from '../../lib/profile-tabs.ts'
import { userQuery } from '../../queries/users.ts'
import { lazily, lazilyAtTouch } from '../../ui/lazily.ts'
import { Frame } from '../frame/frame.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { SubscribeAtFoot } from './profile-actions.tsx'
import { ProfileHead } from './profile-head.tsx'
import { ProfilePosts } from './profile-posts.tsx'

type ProfileScreenProps = { username: string; tab?: ProfileTab | undefined; offer: string | undefined }

/** A profile: the user, the actions, the posts. */
export function ProfileScreen({ username, tab, offer }: ProfileScreenProps) {
  const { data: user, error, refetch, isFetching } = useQuery(userQuery(username))
  const code = offer ?? user?.trial_code ?? undefined
  return (
    <Frame
      title={user?.display_name ?? `@${username}`}
      ownHeading
      wide
      overPicture={user !== undefined || error === null}
      back={user?.is_self ? undefined : '/'}
    >
      {user ? (
        <div className="follows-action">
          <ProfileHead user={user} offer={code} />
          {user.is_blocked ? (
            <Suspense fallback={null}>
              <Blocked user={user} />
            </Suspense>
          ) : (
            <ProfilePosts user={user} tab={tab} offer={offer} />
          )}
          <SubscribeAtFoot user={user} offer={code} />
        </div>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Suspense fallback={null}>
          <ProfileSkeleton />
        </Suspense>
      )}
    </Frame>
  )
}

/** A first visit comes with its data; the way to the next profile begins with a touch. */
const ProfileSkeleton = lazilyAtTouch(async () => (await import('./profile-skeleton.tsx')).ProfileSkeleton)
const Blocked = lazily(async () => (await import('./blocked.tsx')).Blocked)
