import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { emailCode } from '../../../contract/limits.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { emailQuery, useConfirmEmailCode } from '../../queries/account.ts'
import { useSendVerification } from '../../queries/identity.ts'
import { profileQuery } from '../../queries/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { inlineLink } from './auth-layout.tsx'

/**
 * The six digits that were mailed to confirm the address, typed in place. A confirmation on another device is noticed
 * while it is shown; then the viewer's address is confirmed, and what shows this form goes on. With `onLeave` it has a
 * link to where a mistyped address is changed.
 */
export function EmailCodeForm({ onLeave }: { onLeave?: () => void }) {
  useQuery({ ...profileQuery, refetchInterval: 4_000, refetchOnWindowFocus: 'always' })
  const { data } = useQuery({ ...emailQuery, staleTime: 0 })
  if (!data) return <div aria-busy="true" className="min-h-56" />
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-soft">
        {data.code_sent_at === null
          ? m.auth_code_none({ email: data.email })
          : m.auth_code_sent({ email: data.email, minutes: emailCode.minutes })}
      </p>
      {data.code_sent_at !== null && <Code />}
      <Resend email={data.email} sentAt={data.code_sent_at} />
      {onLeave && (
        <Link to="/settings/email" onClick={onLeave} className={`${inlineLink} -my-2 self-start text-sm`}>
          {m.auth_code_wrong_address()}
        </Link>
      )}
    </div>
  )
}

function Code() {
  const [code, setCode] = useState('')
  const { mutate, isPending, error } = useConfirmEmailCode()
  const type = (typed: string) => {
    const digits = typed.replaceAll(/\D/g, '').slice(0, emailCode.digits)
    setCode(digits)
    if (digits.length === emailCode.digits && digits !== code && !isPending) mutate(digits)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate(code)
  }
  return (
    <form onSubmit={send} className="flex flex-col gap-4">
      <Field label={m.auth_code()} error={error ? errorMessage(error) : null}>
        <Input
          value={code}
          onChange={(event) => type(event.target.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          className="text-center font-bold font-display text-xl tabular-nums tracking-[0.3em]"
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        wide
        busy={isPending}
        disabledReason={code.length < emailCode.digits ? m.auth_code_short({ count: emailCode.digits }) : null}
      >
        {m.auth_verify_action()}
      </Button>
    </form>
  )
}

/** Another mail, a minute after the last one. */
function Resend({ email, sentAt }: { email: string; sentAt: string | null }) {
  const { mutate, isPending } = useSendVerification()
  const seconds = useSecondsUntil(sentAt === null ? 0 : Date.parse(sentAt) + emailCode.resendSeconds * 1_000)
  return (
    <Button
      wide
      variant={sentAt === null ? 'primary' : 'secondary'}
      busy={isPending}
      disabledReason={seconds > 0 ? m.auth_code_wait({ seconds }) : null}
      onClick={() => mutate(email)}
    >
      {seconds > 0 ? m.auth_code_wait({ seconds }) : sentAt === null ? m.auth_code_send() : m.auth_code_resend()}
    </Button>
  )
}

/** Whole seconds until a time, at most a minute: the clock of the device may be wrong. */
function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now)
  const isOver = time <= now
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isOver])
  return Math.min(emailCode.resendSeconds, Math.max(0, Math.ceil((time - now) / 1_000)))
}
