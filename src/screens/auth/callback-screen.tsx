import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { safeReturnPath } from '../../lib/return-path.ts'
import { m } from '../../paraglide/messages.js'
import { profileQuery } from '../../queries/session.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { Door } from './door.tsx'

/** Where Google and Apple come back to: the session is there already, so it is read and the way goes on. */
export function CallbackScreen({ error, returnTo }: { error: string | undefined; returnTo: string | undefined }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  useEffect(() => {
    if (error) return
    void queryClient
      .fetchQuery({ ...profileQuery, staleTime: 0 })
      .catch(() => null)
      .then(() => router.navigate({ href: safeReturnPath(returnTo, location.origin), replace: true }))
  }, [error, returnTo, queryClient, router])
  if (error) {
    return (
      <Door title={m.auth_callback_failed_title()} lead={m.auth_callback_failed_text()}>
        <Link
          to="/login"
          search={{ redirect: returnTo }}
          className={buttonClasses({ variant: 'primary', size: 'lg', wide: true })}
        >
          {m.auth_back_to_login()}
        </Link>
      </Door>
    )
  }
  return (
    <Door title={m.auth_callback_title()} lead={m.auth_callback_text()}>
      <Spinner />
    </Door>
  )
}
