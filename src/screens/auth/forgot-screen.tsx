import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { fieldError, RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useRequestPasswordReset } from '../../queries/identity.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { AuthLayout, FormError, inlineLink } from './auth-layout.tsx'
import { formErrorText } from './form-error.ts'

/** Asks for a mail with a link; it says the same whether the address is known or not. */
export function ForgotScreen() {
  const { mutate, isPending, isSuccess, error } = useRequestPasswordReset()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    mutate(String(new FormData(event.currentTarget).get('email')).trim())
  }
  return (
    <AuthLayout
      title={m.auth_forgot_title()}
      lead={isSuccess ? m.auth_forgot_sent() : m.auth_forgot_lead()}
      foot={
        <Link to="/login" className={inlineLink}>
          {m.auth_back_to_login()}
        </Link>
      }
    >
      {!isSuccess && (
        <form method="post" onSubmit={send} className="flex flex-col gap-5">
          {error && <FormError>{resetError(error)}</FormError>}
          <Field label={m.auth_email()}>
            <Input name="email" type="email" autoComplete="email" inputMode="email" required maxLength={320} />
          </Field>
          <Button type="submit" variant="primary" size="lg" wide busy={isPending}>
            {m.auth_forgot_action()}
          </Button>
        </form>
      )}
    </AuthLayout>
  )
}

/** A field error shows the server's message, or that the address is not one (spec §5). */
function resetError(error: Error): string {
  if (error instanceof RefusalError && error.code === 'invalid_input')
    return fieldError(error, 'email') ?? m.auth_invalid_email()
  return formErrorText(error, m.auth_reset_email_error())
}
