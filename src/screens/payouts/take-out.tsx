import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { centsOf, coinsOf } from '../../../contract/coins.ts'
import { payoutMinCents } from '../../../contract/limits.ts'
import { moneyText } from '../../lib/money.ts'
import { parseCoins } from '../../lib/parse-coins.ts'
import { errorMessage, RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useSignOut } from '../../queries/identity.ts'
import { payoutMethodsQuery, useRequestPayout, useTransferEarnings } from '../../queries/payouts.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { useKey } from '../purchase/use-key.ts'

/** The two ways out of earnings: to the bank, or into the wallet, from where there is none back. */
export function RequestPayout({ available }: { available: number }) {
  const [written, setWritten] = useState(String(available))
  const amount = parseCoins(written, { min: 1, max: centsOf(available) })
  const request = useRequestPayout()
  const transfer = useTransferEarnings()
  const requestKey = useKey(`payout ${amount} ${available}`)
  const transferKey = useKey(`transfer ${amount} ${available}`)
  const least = coinsOf(payoutMinCents)
  const error = request.error ?? transfer.error
  const methods = useQuery(payoutMethodsQuery).data?.data
  const why = amount === null ? m.payouts_amount_reason({ money: moneyText(available) }) : null
  const done = (errorMessage: string) => () => void toast(errorMessage, { type: 'success' })
  return (
    <section aria-labelledby="take-out" className="border-hairline border-b px-4 py-6 sm:px-6">
      <h2 id="take-out" className="font-bold text-lg">
        {m.payouts_take_title()}
      </h2>
      <p className="mt-1 text-ink-soft">{m.payouts_take_text({ money: moneyText(least) })}</p>
      <Field label={m.purchase_amount()} className="mt-4">
        <Input inputMode="decimal" value={written} onChange={(event) => setWritten(event.target.value)} />
      </Field>
      {methods?.[0] && <p className="mt-2 text-ink-soft text-sm">{m.payouts_goes_to({ account: methods[0].label })}</p>}
      {error && <Failed error={error} />}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={request.isPending}
          disabledReason={
            why ??
            (amount !== null && amount < least ? m.payouts_least({ money: moneyText(least) }) : null) ??
            (methods?.length === 0 ? m.payouts_method_first() : null)
          }
          onClick={() =>
            amount !== null && request.mutate({ amount, key: requestKey }, { onSuccess: done(m.payouts_requested()) })
          }
        >
          {amount === null ? m.payouts_take_action() : m.payouts_take_action_money({ money: moneyText(amount) })}
        </Button>
        <Button
          busy={transfer.isPending}
          disabledReason={why}
          onClick={() =>
            amount !== null &&
            transfer.mutate({ amount, key: transferKey }, { onSuccess: done(m.payouts_transferred()) })
          }
        >
          {m.payouts_transfer()}
        </Button>
      </div>
    </section>
  )
}

/** A payout needs a recent sign-in; the refusal links to it. */
function Failed({ error }: { error: Error }) {
  const signOut = useSignOut()
  const isOld = error instanceof RefusalError && error.code === 'fresh_sign_in_required'
  return (
    <ErrorLine className="mt-4 flex flex-wrap items-center gap-3">
      {errorMessage(error)}
      {isOld && (
        <Link
          to="/login"
          search={{ redirect: '/settings/payouts' }}
          preload={false}
          onClick={(event) => {
            event.preventDefault()
            signOut.mutate(undefined, { onSuccess: () => location.assign('/login?redirect=%2Fsettings%2Fpayouts') })
          }}
          className="underline"
        >
          {m.payouts_sign_in_again()}
        </Link>
      )}
    </ErrorLine>
  )
}
