import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { headOf } from '../lib/head-of.ts'
import { profileHead } from '../lib/profile-head.ts'
import { fatal } from '../lib/fatal.ts'
import { Refusal } from '../lib/refusal.ts'
import { userPostsQuery } from '../queries/posts.ts'
import { knownSession } from '../queries/session.ts'
import { loadProfilePage, userQuery } from '../queries/users.ts'
import { ProfileScreen } from '../screens/profile/profile-screen.tsx'

export const Route = createFileRoute('/@{$username}/')({
  loader: async ({ context: { queryClient }, params: { username } }) => {
    if (knownSession(queryClient).state === 'out') await loadProfilePage(queryClient, username)
    const posts = queryClient.prefetchInfiniteQuery(userPostsQuery(username))
    const user = await queryClient.ensureQueryData(userQuery(username)).catch(nobody)
    if (user.username !== username) throw redirect({ href: `/@${user.username}`, statusCode: 301 })
    await posts
    return profileHead(user)
  },
  head: headOf,
  component: Profile,
})

function Profile() {
  return <ProfileScreen username={Route.useParams().username} />
}

/** A name that belongs to nobody fails the route's check; what is only away for the moment does not. */
function nobody(error: unknown): never {
  if (error instanceof Refusal && error.status === 404) throw notFound({ data: fatal })
  throw error
}
