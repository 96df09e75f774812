import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { centsOf, coinsOf } from '../../../contract/coins.ts'
import { payoutMinCents } from '../../../contract/limits.ts'
import type { PayoutMethod } from '../../../contract/payouts.ts'
import { dayText } from '../../lib/dates.ts'
import { coinInput, moneyText } from '../../lib/money.ts'
import { parseCoins } from '../../lib/parse-coins.ts'
import { errorMessage, RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { payoutMethodsQuery, useRequestPayout, useTransferEarnings } from '../../queries/payouts.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { useReauthentication } from '../account/use-reauthentication.tsx'
import { useKey } from '../purchase/use-key.ts'

/** The two ways out of earnings: to the bank, or into the wallet, from where there is none back. */
export function RequestPayout({ available }: { available: number }) {
  const [written, setWritten] = useState(coinInput(available))
  const [chosen, setChosen] = useState<string | null>(null)
  const [asked, setAsked] = useState<'payout' | 'transfer' | null>(null)
  const amount = parseCoins(written, { min: 1, max: centsOf(available) })
  const methods = useQuery(payoutMethodsQuery).data?.data
  const usable = methods?.filter((method) => method.is_usable) ?? []
  const target = usable.find((method) => method.id === chosen) ?? usable[0]
  const request = useRequestPayout()
  const transfer = useTransferEarnings()
  const { withReauthentication, sheet } = useReauthentication()
  const requestKey = useKey(`payout ${amount} ${available} ${target?.id}`)
  const transferKey = useKey(`transfer ${amount} ${available}`)
  const least = coinsOf(payoutMinCents)
  const error = request.error ?? transfer.error
  const why = amount === null ? m.payouts_amount_reason({ money: moneyText(available) }) : null
  const run = (act: () => Promise<unknown>, done: string) =>
    void withReauthentication(act).then(
      () => toast(done, { type: 'success' }),
      () => undefined,
    )
  const takeOut = (way: 'payout' | 'transfer', amount: number) => {
    setAsked(null)
    if (way === 'transfer') run(() => transfer.mutateAsync({ amount, key: transferKey }), m.payouts_transferred())
    else run(() => request.mutateAsync({ amount, method_id: target?.id, key: requestKey }), m.payouts_requested())
  }
  return (
    <section aria-labelledby="take-out" className="border-hairline border-b px-4 py-6 sm:px-6">
      <h2 id="take-out" className="font-bold text-lg">
        {m.payouts_take_title()}
      </h2>
      <p className="mt-1 text-ink-soft">{m.payouts_take_text({ money: moneyText(least) })}</p>
      <Field label={m.purchase_amount()} className="mt-4">
        <Input inputMode="decimal" value={written} onChange={(event) => setWritten(event.target.value)} />
      </Field>
      <Target usable={usable} target={target} onChange={setChosen} />
      {error && <Failed error={error} />}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={request.isPending}
          disabledReason={
            why ??
            (amount !== null && amount < least ? m.payouts_least({ money: moneyText(least) }) : null) ??
            (methods && target === undefined ? whyNoTarget(methods) : null)
          }
          onClick={() => setAsked('payout')}
        >
          {amount === null ? m.payouts_take_action() : m.payouts_take_action_money({ money: moneyText(amount) })}
        </Button>
        <Button busy={transfer.isPending} disabledReason={why} onClick={() => setAsked('transfer')}>
          {m.payouts_transfer()}
        </Button>
      </div>
      {asked !== null && amount !== null && (
        <ConfirmSheet
          open
          onClose={() => setAsked(null)}
          title={asked === 'payout' ? m.payouts_take_confirm_title() : m.payouts_transfer_title()}
          confirm={
            asked === 'payout' ? m.payouts_take_action_money({ money: moneyText(amount) }) : m.payouts_transfer()
          }
          onConfirm={() => takeOut(asked, amount)}
          busy={false}
          danger={false}
        >
          {asked === 'payout'
            ? m.payouts_take_confirm_text({ money: moneyText(amount), account: target?.label ?? '' })
            : m.payouts_transfer_text({ money: moneyText(amount) })}
        </ConfirmSheet>
      )}
      {sheet}
    </section>
  )
}

/** There is no account yet, or each one still waits. */
function whyNoTarget(methods: PayoutMethod[]): string {
  const [first] = methods.map((method) => method.usable_from).sort()
  return first === undefined ? m.payouts_method_first() : m.payouts_method_waits({ day: dayText(first) })
}

/** Where a payout goes; of several accounts the creator chooses one. */
function Target({ usable, target, onChange }: TargetProps) {
  if (target === undefined) return null
  if (usable.length === 1)
    return <p className="mt-2 text-ink-soft text-sm">{m.payouts_goes_to({ account: target.label })}</p>
  return (
    <Field label={m.payouts_target()} className="mt-4">
      <Select value={target.id} onChange={(event) => onChange(event.target.value)}>
        {usable.map((method) => (
          <option key={method.id} value={method.id}>
            {`${method.label}\u00a0· ${method.holder}`}
          </option>
        ))}
      </Select>
    </Field>
  )
}
type TargetProps = { usable: PayoutMethod[]; target: PayoutMethod | undefined; onChange: (id: string) => void }

/** What went wrong; the refusal of an account that waits says until when. */
function Failed({ error }: { error: Error }) {
  const usableFrom = error instanceof RefusalError ? error.facts.usable_from : undefined
  return (
    <ErrorLine className="mt-4">
      {usableFrom === undefined ? errorMessage(error) : m.payouts_method_waits({ day: dayText(usableFrom) })}
    </ErrorLine>
  )
}
