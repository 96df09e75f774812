import { Link, useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useResetPassword } from '../../queries/identity.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { AuthLayout, FormError } from './auth-layout.tsx'

/** A new password by the link of the mail; every other session ends (product §25). */
export function ResetScreen({ token, error: linkError }: { token: string | undefined; error: string | undefined }) {
  const navigate = useNavigate()
  const { mutate, isPending, error } = useResetPassword()
  if (!token || linkError) return <Expired />
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const newPassword = String(new FormData(event.currentTarget).get('password'))
    mutate(
      { token, newPassword },
      {
        onSuccess: () => {
          toast(m.auth_reset_done(), { type: 'success' })
          void navigate({ to: '/login' })
        },
      },
    )
  }
  return (
    <AuthLayout title={m.auth_reset_title()} lead={m.auth_reset_lead()}>
      <form method="post" onSubmit={send} className="flex flex-col gap-5">
        {error && <FormError>{errorMessage(error)}</FormError>}
        <Field label={m.auth_new_password()} hint={m.auth_password_hint()}>
          <PasswordInput name="password" autoComplete="new-password" required minLength={10} maxLength={128} />
        </Field>
        <Button type="submit" variant="primary" size="lg" wide busy={isPending}>
          {m.auth_reset_action()}
        </Button>
      </form>
    </AuthLayout>
  )
}

function Expired() {
  return (
    <AuthLayout title={m.auth_link_expired_title()} lead={m.refusal_invalid_token()}>
      <Link to="/forgot-password" className={buttonClasses({ variant: 'primary', size: 'lg', wide: true })}>
        {m.auth_forgot_action()}
      </Link>
    </AuthLayout>
  )
}
