import { type FormEvent, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { noteTouch, plainName } from '../../lib/discreet.ts'
import { fieldError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useReauthenticate, useSignInWithPasskey } from '../../queries/account.ts'
import { useSignOut } from '../../queries/identity.ts'
import { unlockPage } from '../../stores/page-lock.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'

/**
 * Stands in the place of the whole page until its owner is there: by a passkey, by the password, or not at all, by signing
 * out. It names neither the product nor a person.
 */
export function LockScreen() {
  const screen = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const others = [...document.body.children].filter((it) => it !== screen.current && it instanceof HTMLElement)
    for (const other of others) other.setAttribute('inert', '')
    screen.current?.querySelector('button')?.focus()
    return () => {
      for (const other of others) other.removeAttribute('inert')
    }
  }, [])
  return createPortal(
    <div
      ref={screen}
      data-lock
      role="dialog"
      aria-modal="true"
      aria-label={m.discreet_locked_title()}
      className="fixed inset-0 z-50 overflow-y-auto bg-paper"
    >
      <div className="mx-auto flex min-h-full max-w-[24rem] flex-col justify-center gap-6 px-5 py-12">
        <h1 className="font-bold text-2xl">{plainName}</h1>
        <p className="text-ink-soft">{m.discreet_locked_text()}</p>
        <ByPasskey />
        <ByPassword />
        <Leave />
      </div>
    </div>,
    document.body,
  )
}

function unlock() {
  noteTouch()
  unlockPage()
}

/** A passkey begins a new session, so the page is loaded again: it may be another account's. */
function ByPasskey() {
  const { mutate, isPending, isError } = useSignInWithPasskey()
  const enter = () => {
    noteTouch()
    location.reload()
  }
  return (
    <div className="flex flex-col gap-2">
      <Button variant="primary" size="lg" wide busy={isPending} onClick={() => mutate(null, { onSuccess: enter })}>
        {m.discreet_unlock_passkey()}
      </Button>
      {isError && <ErrorLine>{m.discreet_passkey_failed()}</ErrorLine>}
    </div>
  )
}

function ByPassword() {
  const { mutate, isPending, error } = useReauthenticate()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    mutate(String(new FormData(event.currentTarget).get('password')), { onSuccess: unlock })
  }
  const isWrong = error !== null && fieldError(error, 'password') !== null
  return (
    <form onSubmit={send} className="flex flex-col gap-4">
      <Field label={m.auth_password()} error={isWrong ? m.account_wrong_password() : null}>
        <PasswordInput name="password" autoComplete="current-password" required maxLength={128} />
      </Field>
      {error && !isWrong && <ErrorLine>{error.message}</ErrorLine>}
      <Button type="submit" wide busy={isPending}>
        {m.discreet_unlock_password()}
      </Button>
    </form>
  )
}

function Leave() {
  const { mutate, isPending } = useSignOut()
  return (
    <Button variant="ghost" wide busy={isPending} onClick={() => mutate()}>
      {m.session_sign_out()}
    </Button>
  )
}
