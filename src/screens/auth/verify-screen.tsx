import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { m } from '../../paraglide/messages.js'
import { useSendVerification } from '../../queries/auth.ts'
import { profileQuery } from '../../queries/session.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Button } from '../../ui/button.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { Door } from './door.tsx'

/**
 * Where the link of the mail ends: the API has already read it and says here how it went. It may have been opened
 * on another device than the one that signed up.
 */
export function VerifyScreen({ error }: { token: string | undefined; error: string | undefined }) {
  const viewer = useViewer()
  const { refetch } = useQuery({ ...profileQuery, enabled: false })
  useEffect(() => {
    if (!error) void refetch()
  }, [error, refetch])
  // Whoever is signed in and still not verified has come without a link that worked.
  if (error || viewer?.email_verified === false) return <Expired email={viewer?.email ?? null} />
  return (
    <Door title={m.auth_verified_title()} lead={m.auth_verified_text()}>
      <Link to={viewer ? '/' : '/login'} className={buttonClasses({ variant: 'primary', size: 'lg', wide: true })}>
        {viewer ? m.auth_continue() : m.nav_sign_in()}
      </Link>
    </Door>
  )
}

function Expired({ email }: { email: string | null }) {
  const { mutate, isPending, isSuccess } = useSendVerification()
  return (
    <Door title={m.auth_link_expired_title()} lead={email ? m.auth_verify_expired() : m.auth_verify_expired_sign_in()}>
      {email ? (
        <Button
          variant="primary"
          size="lg"
          wide
          busy={isPending}
          disabledReason={isSuccess ? m.auth_verify_sent() : null}
          onClick={() => mutate(email)}
        >
          {m.auth_verify_resend()}
        </Button>
      ) : (
        <Link
          to="/login"
          search={{ redirect: '/auth/verify-email?error=expired' }}
          className={buttonClasses({ variant: 'primary', size: 'lg', wide: true })}
        >
          {m.nav_sign_in()}
        </Link>
      )}
    </Door>
  )
}
