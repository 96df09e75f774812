import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { EmailChange } from '../../../contract/account.ts'
import { errorMessage, fieldError, RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { emailQuery, useCancelEmail, useChangeEmail } from '../../queries/account.ts'
import { toast } from '../../stores/toasts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { EmailCodeForm } from '../auth/email-code-form.tsx'
import { Frame } from '../frame/frame.tsx'
import { RefusalMessage, Section } from './section.tsx'
import { useReauthentication } from './use-reauthentication.tsx'

/** The address, whether it is confirmed, and the change of it, which both addresses must agree to. */
export function EmailScreen() {
  const { data, error, refetch, isFetching, isPending } = useQuery(emailQuery)
  return (
    <Frame title={m.title_settings_email()} back="/settings">
      {isPending && <SkeletonList rows={1} />}
      {error && !data && (
        <ErrorState description={errorMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
      )}
      {data && <Current email={data} />}
      {data && (data.pending ? <Waiting pending={data.pending} /> : <Change />)}
    </Frame>
  )
}

function Current({ email: { email, email_verified } }: { email: EmailChange }) {
  return (
    <Section title={m.account_email_current()}>
      <p className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 break-all font-medium">{email}</span>
        <Badge tone={email_verified ? 'leaf' : 'rust'}>
          {email_verified ? m.account_email_verified() : m.account_email_unverified()}
        </Badge>
      </p>
      {!email_verified && <EmailCodeForm />}
    </Section>
  )
}

function Change() {
  const { mutateAsync, isPending, error } = useChangeEmail()
  const { withReauthentication, sheet } = useReauthentication()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    withReauthentication(() => mutateAsync(email)).then(
      () => toast(m.account_email_asked(), { type: 'success' }),
      () => undefined,
    )
  }
  const isSame = error instanceof RefusalError && error.code === 'own_thing'
  return (
    <Section title={m.account_email_change()} text={m.account_email_change_text()}>
      <form onSubmit={send} className="flex flex-col gap-4">
        <Field
          label={m.account_email_new()}
          error={isSame ? m.account_email_same() : fieldError(error) === null ? null : m.auth_invalid_email()}
        >
          <Input name="email" type="email" autoComplete="email" inputMode="email" required maxLength={320} />
        </Field>
        {!isSame && <RefusalMessage error={error} />}
        <Button type="submit" variant="primary" busy={isPending}>
          {m.account_email_action()}
        </Button>
      </form>
      {sheet}
    </Section>
  )
}

function Waiting({ pending }: { pending: NonNullable<EmailChange['pending']> }) {
  const cancel = useCancelEmail()
  return (
    <Section title={m.account_email_waiting()} text={m.account_email_waiting_text({ email: pending.email })}>
      <ul className="flex flex-col gap-2">
        <Step isDone={pending.old_confirmed} text={m.account_email_step_old()} />
        <Step isDone={pending.new_confirmed} text={m.account_email_step_new({ email: pending.email })} />
      </ul>
      <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {m.account_email_cancel()}
      </Button>
    </Section>
  )
}

function Step({ isDone, text }: { isDone: boolean; text: string }) {
  return (
    <li className="flex items-start gap-2">
      <Icon
        name={isDone ? 'circle-check' : 'clock'}
        className={`mt-1 size-4 shrink-0 ${isDone ? 'text-leaf-text' : 'text-ink-soft'}`}
      />
      <span className="min-w-0 break-words">
        {text}{' '}
        <span className="text-ink-soft">({isDone ? m.account_email_step_done() : m.account_email_step_open()})</span>
      </span>
    </li>
  )
}
