import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { fatal } from '../lib/fatal.ts'
import { profilePathOf } from '../lib/profile-path.ts'
import { RefusalError } from '../lib/refusal.ts'
import { userQuery } from '../queries/users.ts'

/**
 * What no other route matches: a bare `/name` of a user moves to `/@name` (product §24). A name that no user has fails
 * the check, here, so that the text names the path that was asked for; the rest is not found (spec §8).
 */
export const Route = createFileRoute('/$')({
  loader: async ({ location, context: { queryClient } }) => {
    const path = profilePathOf(location.pathname)
    if (!path) throw notFound()
    const [, username = ''] = path.split(/\/@?/)
    await queryClient.ensureQueryData(userQuery(username)).catch((error) => {
      if (error instanceof RefusalError && error.status === 404) throw notFound({ data: fatal })
    })
    throw redirect({ href: path + location.searchStr, statusCode: 301 })
  },
})
