import { Link } from '@tanstack/react-router'
import { m } from '../../paraglide/messages.js'
import { useSignIn } from '../../queries/identity.ts'
import { AuthLayout, inlineLink } from './auth-layout.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { OtherMethods } from './other-methods.tsx'
import { SecondStep } from './second-step.tsx'

export function LoginScreen({ returnTo }: { returnTo: string | undefined }) {
  const { mutateAsync, isPending, error, data, reset } = useSignIn(returnTo)
  if (data?.twoFactorRedirect) return <SecondStep returnTo={returnTo} onBack={reset} />
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
        onSend={mutateAsync}
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
