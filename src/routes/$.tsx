import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { profilePathOf } from '../lib/profile-path.ts'

/** What no other route matches: a bare `/name` moves to `/@name` (product §24), the rest is not found (spec §8). */
export const Route = createFileRoute('/$')({
  loader: ({ location }) => {
    const path = profilePathOf(location.pathname)
    if (path) throw redirect({ href: path + location.searchStr, statusCode: 301 })
    throw notFound()
  },
})
