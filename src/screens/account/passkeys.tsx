import { useState } from 'react'
import type { SignInMethods } from '../../../contract/account.ts'
import { dayText } from '../../lib/dates.ts'
import { errorMessage, RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useAddPasskey, useRemoveSignInMethod } from '../../queries/account.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Section } from './section.tsx'
import { useReauthentication } from './use-reauthentication.tsx'

/** Signing in with a finger, a face or a key instead of a password. */
export function Passkeys({ keys }: { keys: SignInMethods['passkeys'] }) {
  const { mutateAsync, isPending } = useAddPasskey()
  const remove = useRemoveSignInMethod()
  const { withReauthentication, sheet } = useReauthentication()
  const [asked, setAsked] = useState<string | null>(null)
  const removeOne = (id: string) => {
    setAsked(null)
    void withReauthentication(() => remove.mutateAsync(id)).catch(
      (error: unknown) => void toast(lastMethodError(error), { type: 'error' }),
    )
  }
  const add = () =>
    void withReauthentication(() => mutateAsync(new Date().toISOString().slice(0, 10))).then(
      () => toast(m.account_passkey_added(), { type: 'success' }),
      (error: unknown) =>
        void toast(error instanceof RefusalError ? errorMessage(error) : m.account_passkey_failed(), { type: 'error' }),
    )
  return (
    <Section title={m.account_passkeys_title()} text={m.account_passkeys_text()}>
      {keys.length > 0 && (
        <ul className="divide-y divide-hairline">
          {keys.map((key) => (
            <li key={key.id} className="flex min-h-14 items-center gap-3">
              <Icon name="key-round" className="size-5 text-ink-soft" />
              <span className="min-w-0 flex-1 truncate font-medium">
                {key.added_at ? m.account_passkey_of({ day: dayText(key.added_at) }) : m.account_passkey()}
              </span>
              <Button
                variant="ghost"
                busy={remove.isPending && remove.variables === key.id}
                onClick={() => setAsked(key.id)}
              >
                {m.account_remove()}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button busy={isPending} onClick={add}>
        <Icon name="plus" className="size-4" />
        {m.account_passkey_add()}
      </Button>
      {asked !== null && (
        <ConfirmSheet
          open
          onClose={() => setAsked(null)}
          title={m.account_passkey_remove_title()}
          confirm={m.account_remove()}
          cancel={m.ui_keep()}
          onConfirm={() => removeOne(asked)}
          busy={false}
        >
          {m.account_passkey_remove_text()}
        </ConfirmSheet>
      )}
      {sheet}
    </Section>
  )
}

/** The last sign-in method cannot be removed (product §22). */
export const lastMethodError = (error: unknown): string =>
  error instanceof RefusalError && error.code === 'own_thing' ? m.account_last_way_in() : errorMessage(error)
