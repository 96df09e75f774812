import { Link } from '@tanstack/react-router'
import { m } from '../../paraglide/messages.js'
import { useSignUp } from '../../queries/identity.ts'
import { AuthLayout, inlineLink } from './auth-layout.tsx'
import { ConsentLine } from './consent-line.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { OtherMethods } from './other-methods.tsx'

export function SignupScreen({ returnTo, referral }: { returnTo: string | undefined; referral: string | undefined }) {
  const { mutateAsync, isPending, error } = useSignUp(returnTo)
  return (
    <AuthLayout
      title={m.auth_signup_title()}
      lead={m.auth_signup_lead()}
      foot={
        <>
          {m.auth_have_account()}{' '}
          <Link to="/login" search={{ redirect: returnTo }} className={inlineLink}>
            {m.nav_sign_in()}
          </Link>
        </>
      }
    >
      <CredentialsForm
        action={m.nav_sign_up()}
        isNew
        aside={<ConsentLine />}
        busy={isPending}
        error={error}
        onSend={(it) => mutateAsync({ ...it, ...(referral && { referral }) })}
      />
      <OtherMethods returnTo={returnTo} />
    </AuthLayout>
  )
}
