import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { fieldError, RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useReauthenticate } from '../../queries/account.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { RefusalMessage } from './section.tsx'

/**
 * Runs actions that need a recent sign-in: when the API refuses one, a sheet asks for the password and the action runs
 * after all with the same input. Closing the sheet ends it with the refusal. Put `sheet` somewhere on the screen.
 */
export function useReauthentication(): {
  withReauthentication: <T>(act: () => Promise<T>) => Promise<T>
  sheet: ReactNode
} {
  const [isOpen, setOpen] = useState(false)
  const settle = useRef<((isReauthenticated: boolean) => void) | null>(null)
  const withReauthentication = async <T,>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof RefusalError) || error.code !== 'fresh_sign_in_required') throw error
      setOpen(true)
      const isReauthenticated = await new Promise<boolean>((resolve) => (settle.current = resolve))
      setOpen(false)
      if (!isReauthenticated) throw error
      return act()
    }
  }
  return {
    withReauthentication,
    sheet: <ReauthenticationSheet open={isOpen} onEnd={(isReauthenticated) => settle.current?.(isReauthenticated)} />,
  }
}

function ReauthenticationSheet({ open, onEnd }: { open: boolean; onEnd: (isReauthenticated: boolean) => void }) {
  const { mutate, isPending, error, reset } = useReauthenticate()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    mutate(String(new FormData(event.currentTarget).get('password')), { onSuccess: () => onEnd(true) })
  }
  const close = () => {
    reset()
    onEnd(false)
  }
  return (
    <Sheet
      open={open}
      onOpenChange={(isOpen) => !isOpen && close()}
      title={m.account_reauth_title()}
      description={m.account_reauth_text()}
      held={isPending}
    >
      <form onSubmit={send} className="flex flex-col gap-4">
        <Field
          label={m.auth_password()}
          error={fieldError(error, 'password') === null ? null : m.account_wrong_password()}
        >
          <PasswordInput name="password" autoComplete="current-password" required maxLength={128} />
        </Field>
        <RefusalMessage error={error} />
        <Button type="submit" variant="primary" wide busy={isPending}>
          {m.account_reauth_action()}
        </Button>
        <p className="text-ink-soft text-sm">
          {m.account_reauth_other()}{' '}
          <Link
            to="/forgot-password"
            className="inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-4"
          >
            {m.account_reauth_set()}
          </Link>
        </p>
      </form>
    </Sheet>
  )
}
