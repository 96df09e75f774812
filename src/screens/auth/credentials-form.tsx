import { type FormEvent, type ReactNode, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { FormError } from './auth-layout.tsx'
import { formErrorText } from './form-error.ts'
import { useHumanCheck } from './use-human-check.tsx'

type CredentialsFormProps = {
  action: string
  isNew?: boolean
  busy: boolean
  error: Error | null
  /** A sentence under the password. */
  aside?: ReactNode
  onSend: (what: { email: string; password: string; human: string }) => Promise<unknown>
}

/** E-mail, password and the human check: the form of signing in and of signing up. */
export function CredentialsForm({ action, isNew = false, busy, error, aside, onSend }: CredentialsFormProps) {
  const human = useHumanCheck()
  const [checking, setChecking] = useState(false)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setChecking(true)
    try {
      const token = await human.take()
      await onSend({ email: String(form.get('email')).trim(), password: String(form.get('password')), human: token })
    } catch {
      // What was refused is in `error`; the token is spent either way.
      human.renew()
    } finally {
      setChecking(false)
    }
  }
  return (
    <form method="post" onSubmit={(event) => void send(event)} className="flex flex-col gap-5">
      {error && <FormError>{formErrorText(error, isNew ? m.auth_signup_error() : m.auth_login_error())}</FormError>}
      <Field label={m.auth_email()}>
        <Input
          name="email"
          type="email"
          autoComplete={isNew ? 'email' : 'username'}
          inputMode="email"
          required
          maxLength={320}
        />
      </Field>
      <Field label={m.auth_password()} hint={isNew ? m.auth_password_hint() : undefined}>
        <PasswordInput
          name="password"
          autoComplete={isNew ? 'new-password' : 'current-password'}
          required
          minLength={isNew ? 10 : 1}
          maxLength={128}
        />
      </Field>
      {human.field}
      {aside}
      <Button type="submit" variant="primary" size="lg" wide busy={busy || checking}>
        {action}
      </Button>
    </form>
  )
}
