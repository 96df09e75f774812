import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { errorMessage, fieldError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { signInMethodsQuery, useChangePassword } from '../../queries/account.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Frame } from '../frame/frame.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { Passkeys } from './passkeys.tsx'
import { RefusalMessage, Section } from './section.tsx'
import { TwoFactor } from './two-factor.tsx'
import { useReauthentication } from './use-reauthentication.tsx'

/** The password, the second factor and passkeys. */
export function PasswordScreen() {
  const { data, error, refetch, isFetching, isPending } = useQuery(signInMethodsQuery)
  return (
    <Frame title={m.title_settings_password()} back="/settings">
      {isPending && <SkeletonList rows={3} />}
      {error && !data && (
        <ErrorState description={errorMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
      )}
      {data && (
        <>
          <Password hasOne={data.has_password} />
          <TwoFactor isOn={data.two_factor} hasPassword={data.has_password} />
          <Passkeys keys={data.passkeys} />
        </>
      )}
    </Frame>
  )
}

function Password({ hasOne }: { hasOne: boolean }) {
  const viewer = useViewer()
  const { mutateAsync, isPending, error } = useChangePassword()
  const { withReauthentication, sheet } = useReauthentication()
  const form = useRef<HTMLFormElement>(null)
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const current = String(data.get('current') ?? '')
    withReauthentication(() =>
      mutateAsync({ new_password: String(data.get('next')), ...(current !== '' && { current_password: current }) }),
    ).then(
      () => {
        form.current?.reset()
        toast(m.account_password_changed(), { type: 'success' })
      },
      () => undefined,
    )
  }
  return (
    <Section title={hasOne ? m.account_password_change() : m.account_password_set()} text={m.account_password_text()}>
      <form ref={form} onSubmit={send} className="flex flex-col gap-4">
        <input type="email" name="email" autoComplete="username" value={viewer?.email ?? ''} readOnly hidden />
        {hasOne && (
          <Field
            label={m.account_password_current()}
            error={fieldError(error, 'current_password') === null ? null : m.account_wrong_password()}
          >
            <PasswordInput name="current" autoComplete="current-password" required maxLength={128} />
          </Field>
        )}
        <Field
          label={m.auth_new_password()}
          hint={m.auth_password_hint()}
          error={fieldError(error, 'new_password') === null ? null : m.auth_password_too_short()}
        >
          <PasswordInput name="next" autoComplete="new-password" required minLength={10} maxLength={128} />
        </Field>
        <RefusalMessage error={error} />
        <Button type="submit" variant="primary" busy={isPending}>
          {hasOne ? m.account_password_action() : m.account_password_set()}
        </Button>
      </form>
      {sheet}
    </Section>
  )
}
