import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { useEnter } from '../../queries/identity.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { AuthLayout } from './auth-layout.tsx'

/** Where Google and Apple come back to: the session is there already, so it is read and the way goes on. */
export function CallbackScreen({ error, returnTo }: { error: string | undefined; returnTo: string | undefined }) {
  const enter = useEnter(returnTo)
  const begun = useRef(false)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (error || begun.current) return
    begun.current = true
    enter().catch(() => setFailed(true))
  }, [error, enter])
  if (error || hasFailed) {
    return (
      <AuthLayout title={m.auth_callback_failed_title()} lead={m.auth_callback_failed_text()}>
        <Link
          to="/login"
          search={{ redirect: returnTo }}
          className={buttonClasses({ variant: 'primary', size: 'lg', wide: true })}
        >
          {m.auth_back_to_login()}
        </Link>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={m.auth_callback_title()} lead={m.auth_callback_text()}>
      <Spinner />
    </AuthLayout>
  )
}
