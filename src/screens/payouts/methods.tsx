import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { payoutMethodWaitDays } from '../../../contract/limits.ts'
import type { PayoutMethod } from '../../../contract/payouts.ts'
import { dayText } from '../../lib/dates.ts'
import { fieldError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { payoutMethodsQuery, useAddPayoutMethod, useRemovePayoutMethod } from '../../queries/payouts.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { RefusalMessage } from '../account/section.tsx'
import { useReauthentication } from '../account/use-reauthentication.tsx'

/** Where payouts go. An account number is never shown again, only its end. */
export function Methods() {
  const { data } = useQuery(payoutMethodsQuery)
  const [isAdding, setAdding] = useState(false)
  const [asked, setAsked] = useState<PayoutMethod | null>(null)
  const remove = useRemovePayoutMethod()
  const { withReauthentication, sheet } = useReauthentication()
  const removeOne = (id: string) => {
    setAsked(null)
    void withReauthentication(() => remove.mutateAsync(id)).then(
      () => toast(m.payouts_method_removed()),
      () => undefined,
    )
  }
  return (
    <section aria-labelledby="methods" className="border-hairline border-b px-4 py-6 sm:px-6">
      <h2 id="methods" className="font-bold text-lg">
        {m.payouts_methods_title()}
      </h2>
      {data && data.data.length > 0 && (
        <ul className="mt-2 divide-y divide-hairline">
          {data.data.map((method) => (
            <li key={method.id} className="flex min-h-14 items-center gap-3">
              <Icon name={method.kind === 'iban' ? 'credit-card' : 'mail'} className="size-5 text-ink-soft" />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium tabular-nums">{method.label}</span>
                <span className="block truncate text-ink-soft text-sm">{method.holder}</span>
                {!method.is_usable && (
                  <span className="block text-brass-text text-sm">
                    {m.payouts_method_usable_from({ day: dayText(method.usable_from) })}
                  </span>
                )}
              </span>
              <Button
                variant="ghost"
                busy={remove.isPending && remove.variables === method.id}
                onClick={() => setAsked(method)}
              >
                {m.payouts_method_remove()} <span className="sr-only">{method.label}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <RefusalMessage error={remove.error} />
      {asked && (
        <ConfirmSheet
          open
          onClose={() => setAsked(null)}
          title={m.payouts_method_remove_title({ account: asked.label })}
          confirm={m.payouts_method_remove()}
          cancel={m.ui_keep()}
          onConfirm={() => removeOne(asked.id)}
          busy={false}
        >
          {m.payouts_method_remove_text({ days: payoutMethodWaitDays })}
        </ConfirmSheet>
      )}
      {sheet}
      {isAdding ? (
        <AddMethod onDone={() => setAdding(false)} />
      ) : (
        <Button className="mt-3" onClick={() => setAdding(true)}>
          <Icon name="plus" className="size-4" />
          {m.payouts_method_add()}
        </Button>
      )}
    </section>
  )
}

function AddMethod({ onDone }: { onDone: () => void }) {
  const [kind, setKind] = useState<'iban' | 'paypal'>('iban')
  const [account, setAccount] = useState('')
  const [holder, setHolder] = useState('')
  const { mutateAsync, isPending, error } = useAddPayoutMethod()
  const { withReauthentication, sheet } = useReauthentication()
  return (
    <>
      <form
        className="mt-4 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending)
            void withReauthentication(() => mutateAsync({ kind, account, holder })).then(onDone, () => undefined)
        }}
      >
        <p className="text-ink-soft">{m.payouts_method_wait_text({ days: payoutMethodWaitDays })}</p>
        <Field label={m.payouts_method_kind()}>
          <Select value={kind} onChange={(event) => setKind(event.target.value === 'paypal' ? 'paypal' : 'iban')}>
            <option value="iban">{m.payouts_method_iban()}</option>
            <option value="paypal">PayPal</option>
          </Select>
        </Field>
        <Field
          label={kind === 'iban' ? 'IBAN' : m.payouts_method_paypal()}
          error={
            fieldError(error, 'account') === null
              ? null
              : kind === 'iban'
                ? m.payouts_method_iban_wrong()
                : m.payouts_method_paypal_wrong()
          }
        >
          <Input value={account} autoComplete="off" onChange={(event) => setAccount(event.target.value)} />
        </Field>
        <Field label={m.payouts_method_holder()}>
          <Input value={holder} autoComplete="name" onChange={(event) => setHolder(event.target.value)} />
        </Field>
        <RefusalMessage error={error} />
        <div className="flex gap-2">
          <Button variant="ghost" onClick={onDone}>
            {m.purchase_cancel()}
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={isPending}
            disabledReason={account.length < 4 || holder.length < 2 ? m.payouts_method_fill() : null}
          >
            {m.payouts_method_save()}
          </Button>
        </div>
      </form>
      {sheet}
    </>
  )
}
