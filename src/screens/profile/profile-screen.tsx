import { useQuery } from '@tanstack/react-query'
import { sentence } from '../../lib/refusal.ts'
import { userQuery } from '../../queries/users.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Frame } from '../frame/frame.tsx'
import { ProfileHead } from './profile-head.tsx'
import { ProfilePosts } from './profile-posts.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'

/** Somebody's page: who they are, what one can do with them, what they have posted. */
export function ProfileScreen({ username }: { username: string }) {
  const { data: user, error, refetch, isFetching } = useQuery(userQuery(username))
  return (
    <Frame title={`@${username}`} ownHeading>
      {user ? (
        <>
          <ProfileHead user={user} />
          <ProfilePosts user={user} />
        </>
      ) : error ? (
        <ErrorState description={sentence(error)} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <ProfileSkeleton />
      )}
    </Frame>
  )
}
