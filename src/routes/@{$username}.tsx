import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { usernamePattern } from '../../contract/limits.ts'
import { fatal } from '../lib/fatal.ts'

/** Everything under `/@name`: the name must be one (spec §2, product §24), written in lower case. */
export const Route = createFileRoute('/@{$username}')({
  beforeLoad: ({ params: { username }, location }) => {
    const lower = username.toLowerCase()
    if (!usernamePattern.test(lower)) throw notFound({ data: fatal })
    if (lower !== username)
      throw redirect({ href: location.href.replace(`/@${username}`, `/@${lower}`), statusCode: 301 })
  },
})
