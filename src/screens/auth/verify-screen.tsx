import { Link } from '@tanstack/react-router'
import { errorMessage, RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useSendVerification, useVerifyEmail } from '../../queries/identity.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { AuthLayout, FormError } from './auth-layout.tsx'

/**
 * Where the link of the mail leads, on whatever device it is opened. A press confirms the address, since mail programs
 * open links by themselves to look at them.
 */
export function VerifyScreen({ token, hasFailed }: { token: string | null; hasFailed: boolean }) {
  const viewer = useViewer()
  const { mutate, isPending, isSuccess, error } = useVerifyEmail()
  if (isSuccess || (!hasFailed && viewer?.email_verified)) return <Verified isIn={viewer !== null} />
  const isOver = error instanceof RefusalError && error.code === 'invalid_token'
  if (token === null || hasFailed || isOver) return <Expired email={viewer?.email ?? null} />
  return (
    <AuthLayout title={m.auth_verify_ask_title()} lead={m.auth_verify_ask_text()}>
      <div className="flex flex-col gap-4">
        {error && <FormError>{errorMessage(error)}</FormError>}
        <Button variant="primary" size="lg" wide busy={isPending} onClick={() => mutate(token)}>
          {m.auth_verify_action()}
        </Button>
      </div>
    </AuthLayout>
  )
}

function Verified({ isIn }: { isIn: boolean }) {
  return (
    <AuthLayout title={m.auth_verified_title()} lead={m.auth_verified_text()}>
      <Link to={isIn ? '/' : '/login'} className={buttonClasses({ variant: 'primary', size: 'lg', wide: true })}>
        {isIn ? m.auth_continue() : m.nav_sign_in()}
      </Link>
    </AuthLayout>
  )
}

function Expired({ email }: { email: string | null }) {
  const { mutate, isPending, isSuccess } = useSendVerification()
  return (
    <AuthLayout
      title={m.auth_link_expired_title()}
      lead={email ? m.auth_verify_expired() : m.auth_verify_expired_sign_in()}
    >
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
    </AuthLayout>
  )
}
