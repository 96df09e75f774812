import { Link, useNavigate } from '@tanstack/react-router'
import { m } from '../../paraglide/messages.js'
import { useSignIn } from '../../queries/identity.ts'
import { AuthLayout, inlineLink } from './auth-layout.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { OtherMethods } from './other-methods.tsx'
import { SecondStep } from './second-step.tsx'

/** Signing in; at the step `code` the password was right, and a code is asked for. */
export function LoginScreen({ returnTo, step }: { returnTo: string | undefined; step: 'code' | undefined }) {
  const { mutateAsync, isPending, error } = useSignIn(returnTo)
  const navigate = useNavigate()
  const goTo = (next: 'code' | undefined) =>
    navigate({ to: '/login', search: { redirect: returnTo, step: next }, replace: next === undefined })
  if (step === 'code') return <SecondStep returnTo={returnTo} onBack={() => void goTo(undefined)} />
  return (
    <AuthLayout
      title={m.auth_login_title()}
      foot={
        <>
          {m.auth_no_account()}{' '}
          <Link to="/signup" search={{ redirect: returnTo }} className={inlineLink}>
            {m.nav_sign_up()}
          </Link>
        </>
      }
    >
      <CredentialsForm
        action={m.nav_sign_in()}
        busy={isPending}
        error={error}
        onSend={async (what) => {
          const { twoFactorRedirect } = await mutateAsync(what)
          if (twoFactorRedirect) await goTo('code')
        }}
        aside={
          <Link to="/forgot-password" className={`${inlineLink} -my-3 self-start text-sm`}>
            {m.auth_forgot_link()}
          </Link>
        }
      />
      <OtherMethods returnTo={returnTo} passkeys />
    </AuthLayout>
  )
}
