import { type FormEvent, useState } from 'react'
import { errorMessage, fieldError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useVerifyRecoveryCode, useVerifyTwoFactor } from '../../queries/account.ts'
import { useEnter } from '../../queries/identity.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Switch } from '../../ui/switch.tsx'
import { AuthLayout, FormError } from './auth-layout.tsx'

type SecondStepProps = { returnTo: string | undefined; onBack: () => void }

/** The second step of signing in: a code of the app, or a recovery code. */
export function SecondStep(props: SecondStepProps) {
  return (
    <AuthLayout title={m.account_step_title()}>
      <SecondStepForm {...props} />
    </AuthLayout>
  )
}

/** The same without a page around it. */
export function SecondStepForm({ returnTo, onBack }: SecondStepProps) {
  const [byRecovery, setByRecovery] = useState(false)
  const [trustDevice, setTrustDevice] = useState(false)
  const check = useVerifyTwoFactor()
  const spend = useVerifyRecoveryCode()
  const enter = useEnter(returnTo)
  const { error, isPending } = byRecovery ? spend : check
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    if (byRecovery) spend.mutate(code, { onSuccess: () => void enter() })
    else check.mutate({ code: code.replaceAll(/\s/g, ''), trustDevice }, { onSuccess: () => void enter() })
  }
  return (
    <form onSubmit={send} className="flex flex-col gap-5">
      <p className="text-ink-soft">{byRecovery ? m.account_step_recovery_text() : m.account_step_text()}</p>
      {error && <FormError>{fieldError(error) ?? errorMessage(error)}</FormError>}
      <Field label={byRecovery ? m.account_step_recovery() : m.account_two_factor_code()}>
        <Input
          key={byRecovery ? 'recovery' : 'code'}
          name="code"
          autoFocus
          required
          maxLength={byRecovery ? 40 : 10}
          inputMode={byRecovery ? 'text' : 'numeric'}
          autoComplete={byRecovery ? 'off' : 'one-time-code'}
          autoCapitalize="none"
        />
      </Field>
      {!byRecovery && (
        <Switch
          label={m.account_step_trust()}
          hint={m.account_step_trust_hint()}
          checked={trustDevice}
          onChange={setTrustDevice}
        />
      )}
      <Button type="submit" variant="primary" size="lg" wide busy={isPending}>
        {m.nav_sign_in()}
      </Button>
      <Button variant="ghost" onClick={() => setByRecovery(!byRecovery)}>
        {byRecovery ? m.account_step_use_app() : m.account_step_use_recovery()}
      </Button>
      <Button variant="ghost" onClick={onBack}>
        {m.auth_back_to_login()}
      </Button>
    </form>
  )
}
