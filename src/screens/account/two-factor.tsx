import { type FormEvent, useEffect, useState } from 'react'
import { errorMessage, fieldError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useDisableTwoFactor, useEnableTwoFactor, useVerifyTwoFactor } from '../../queries/account.ts'
import { toast } from '../../stores/toasts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Section } from './section.tsx'
import { useReauthentication } from './use-reauthentication.tsx'

type Begun = { totpURI: string; backupCodes: string[] }

/** Codes of an authenticator app at sign-in: enabled with a first code, so that no user locks themselves out. */
export function TwoFactor({ isOn, hasPassword }: { isOn: boolean; hasPassword: boolean }) {
  const [step, setStep] = useState<'rest' | 'on' | 'off'>('rest')
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const done = () => {
    setCodes(begun?.backupCodes ?? null)
    setBegun(null)
    setStep('rest')
  }
  return (
    <Section title={m.account_two_factor_title()} text={m.account_two_factor_text()}>
      <p>
        <Badge tone={isOn ? 'leaf' : 'plain'}>{isOn ? m.account_two_factor_on() : m.account_two_factor_off()}</Badge>
      </p>
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      {step === 'rest' && !codes && (
        <Button onClick={() => setStep(isOn ? 'off' : 'on')}>
          <Icon name="shield-check" className="size-4" />
          {isOn ? m.account_two_factor_turn_off() : m.account_two_factor_turn_on()}
        </Button>
      )}
      {step === 'on' && !begun && (
        <Begin hasPassword={hasPassword} onBegun={setBegun} onCancel={() => setStep('rest')} />
      )}
      {begun && <FirstCode begun={begun} onDone={done} />}
      {step === 'off' && <TurnOff hasPassword={hasPassword} onDone={() => setStep('rest')} />}
    </Section>
  )
}

function Begin({
  hasPassword,
  onBegun,
  onCancel,
}: {
  hasPassword: boolean
  onBegun: (it: Begun) => void
  onCancel: () => void
}) {
  const { mutateAsync, isPending, error } = useEnableTwoFactor()
  return (
    <WithPassword
      hasPassword={hasPassword}
      busy={isPending}
      error={error}
      action={m.account_continue()}
      onCancel={onCancel}
      act={async (password) => onBegun(await mutateAsync(password))}
    />
  )
}

function TurnOff({ hasPassword, onDone }: { hasPassword: boolean; onDone: () => void }) {
  const { mutateAsync, isPending, error } = useDisableTwoFactor()
  const act = async (password: string | undefined) => {
    await mutateAsync(password)
    toast(m.account_two_factor_is_off())
    onDone()
  }
  return (
    <WithPassword
      hasPassword={hasPassword}
      busy={isPending}
      error={error}
      action={m.account_two_factor_turn_off()}
      onCancel={onDone}
      act={act}
    />
  )
}

type WithPasswordProps = {
  hasPassword: boolean
  busy: boolean
  error: Error | null
  action: string
  onCancel: () => void
  act: (password: string | undefined) => Promise<unknown>
}

/** Asks for the password again, if the account has one. */
function WithPassword({ hasPassword, busy, error, action, onCancel, act }: WithPasswordProps) {
  const { withReauthentication, sheet } = useReauthentication()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = hasPassword ? String(new FormData(event.currentTarget).get('password')) : undefined
    withReauthentication(() => act(password)).catch(() => undefined)
  }
  return (
    <>
      <form onSubmit={send} className="flex flex-col gap-4">
        {hasPassword && (
          <Field label={m.account_password_current()} error={error ? (fieldError(error) ?? errorMessage(error)) : null}>
            <PasswordInput name="password" autoComplete="current-password" required maxLength={128} />
          </Field>
        )}
        <div className="flex gap-2">
          <Button variant="ghost" onClick={onCancel}>
            {m.account_cancel()}
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {action}
          </Button>
        </div>
      </form>
      {sheet}
    </>
  )
}

function FirstCode({ begun, onDone }: { begun: Begun; onDone: () => void }) {
  const { mutate, isPending, error } = useVerifyTwoFactor()
  const [drawn, setDrawn] = useState('')
  const secret = new URL(begun.totpURI).searchParams.get('secret') ?? ''
  useEffect(() => {
    let isHere = true
    void import('uqr').then(
      ({ renderSVG }) =>
        isHere && setDrawn(`data:image/svg+xml,${encodeURIComponent(renderSVG(begun.totpURI, { border: 2 }))}`),
    )
    return () => {
      isHere = false
    }
  }, [begun.totpURI])
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    mutate({ code: String(new FormData(event.currentTarget).get('code')).replaceAll(/\s/g, '') }, { onSuccess: onDone })
  }
  return (
    <form onSubmit={send} className="flex flex-col gap-4">
      <p>{m.account_two_factor_scan()}</p>
      {drawn && (
        <img
          src={drawn}
          alt={m.account_two_factor_qr()}
          width={200}
          height={200}
          className="rounded-control bg-on-scrim"
        />
      )}
      <p className="text-sm">
        <span className="text-ink-soft">{m.account_two_factor_by_hand()}</span>{' '}
        <code className="break-all font-semibold">{secret}</code>{' '}
        <a
          href={begun.totpURI}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {m.account_two_factor_open_app()}
        </a>
      </p>
      <Field label={m.account_two_factor_code()} error={error ? (fieldError(error) ?? errorMessage(error)) : null}>
        <Input
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={10}
          pattern="[0-9 ]{6,8}"
        />
      </Field>
      <Button type="submit" variant="primary" busy={isPending}>
        {m.account_two_factor_finish()}
      </Button>
    </form>
  )
}
