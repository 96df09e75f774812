import { useQuery } from '@tanstack/react-query'
import { userQuery } from '../../queries/users.ts'
import { Frame } from '../frame/frame.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { ProfileHead } from './profile-head.tsx'
import { ProfilePosts } from './profile-posts.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'

/** A profile: the user, the actions, the posts. */
export function ProfileScreen({ username, offer }: { username: string; offer: string | undefined }) {
  const { data: user, error, refetch, isFetching } = useQuery(userQuery(username))
  return (
    <Frame title={`@${username}`} ownHeading>
      {user ? (
        <>
          <ProfileHead user={user} offer={offer} />
          <ProfilePosts user={user} />
        </>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <ProfileSkeleton />
      )}
    </Frame>
  )
}
