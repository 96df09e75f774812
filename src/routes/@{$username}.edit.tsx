import { createFileRoute, redirect } from '@tanstack/react-router'
import { knownSession } from '../queries/session.ts'

/** Users edit only their own profile; on any other the edit pages do not exist. */
export const Route = createFileRoute('/@{$username}/edit')({
  staticData: { middleware: ['auth'] },
  beforeLoad: ({ context: { queryClient }, params: { username } }) => {
    const session = knownSession(queryClient)
    if (session.state === 'in' && session.profile.username !== username) throw redirect({ href: `/@${username}` })
  },
})
