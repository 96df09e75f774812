import { Link } from '@tanstack/react-router'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useConfirmEmail } from '../../queries/account.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { AuthLayout, FormError } from '../auth/auth-layout.tsx'

/**
 * Where the links of a change of address lead, on any device and without a session. A press confirms it, since mail
 * programs open links by themselves to look at them.
 */
export function ConfirmEmail({ token }: { token: string }) {
  const { mutate, isPending, error, data } = useConfirmEmail()
  if (data) {
    const text = data.changed
      ? m.account_confirm_changed()
      : data.waiting_for === 'old'
        ? m.account_confirm_waits_old()
        : m.account_confirm_waits_new()
    return (
      <AuthLayout title={m.account_confirm_done()} lead={text}>
        <Link to="/" className={buttonClasses({ variant: 'primary', size: 'lg', wide: true })}>
          {m.auth_continue()}
        </Link>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={m.account_confirm_title()} lead={m.account_confirm_text()}>
      <div className="flex flex-col gap-4">
        {error && <FormError>{errorMessage(error)}</FormError>}
        <Button variant="primary" size="lg" wide busy={isPending} onClick={() => mutate(token)}>
          {m.account_confirm_action()}
        </Button>
      </div>
    </AuthLayout>
  )
}
