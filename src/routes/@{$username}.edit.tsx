import { createFileRoute, redirect } from '@tanstack/react-router'
import { knownSession } from '../queries/session.ts'

/** One edits oneself; on somebody else's page there is nothing to edit. */
export const Route = createFileRoute('/@{$username}/edit')({
  staticData: { middleware: ['auth'] },
  beforeLoad: ({ context: { queryClient }, params: { username } }) => {
    const session = knownSession(queryClient)
    if (session.state === 'in' && session.profile.username !== username) throw redirect({ href: `/@${username}` })
  },
})
