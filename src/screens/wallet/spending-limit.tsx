import { useState } from 'react'
import type { Answer } from '../../../contract/endpoint.ts'
import type { wallet } from '../../../contract/wallet.ts'
import { coinInput, moneyText } from '../../lib/money.ts'
import { parseCoins } from '../../lib/parse-coins.ts'
import { m } from '../../paraglide/messages.js'
import { useUpdateWallet } from '../../queries/wallet.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Progress } from '../../ui/progress.tsx'

/** A limit that the fan sets (product §11): beyond it every purchase is refused until the month is over. */
export function SpendingLimit({ wallet: it }: { wallet: Answer<typeof wallet.get> }) {
  const [written, setWritten] = useState(it.spending_limit === null ? '' : coinInput(it.spending_limit))
  const { mutate, isPending } = useUpdateWallet()
  const amount = parseCoins(written, { min: 0, max: 10_000_000 })
  const set = (limit: number | null) =>
    mutate(limit, {
      onSuccess: () => toast(limit === null ? m.wallet_limit_lifted() : m.wallet_limit_set(), { type: 'success' }),
    })
  const lift = () => {
    setWritten('')
    set(null)
  }
  return (
    <section aria-labelledby="limit" className="border-hairline border-b px-4 py-6 sm:px-6">
      <h2 id="limit" className="font-bold text-lg">
        {m.wallet_limit_title()}
      </h2>
      <p className="mt-1 text-ink-soft">{m.wallet_limit_text()}</p>
      {it.spending_limit !== null && (
        <div className="mt-4">
          <p className="mb-2 text-sm tabular-nums">
            {m.wallet_limit_spent({ spent: moneyText(it.spent_this_month), limit: moneyText(it.spending_limit) })}
          </p>
          <Progress
            label={m.wallet_limit_title()}
            value={it.spending_limit === 0 ? 1 : Math.min(1, it.spent_this_month / it.spending_limit)}
          />
        </div>
      )}
      <form
        className="mt-4 flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (amount !== null && !isPending) set(amount)
        }}
      >
        <Field label={m.wallet_limit_amount()}>
          <Input inputMode="decimal" value={written} onChange={(event) => setWritten(event.target.value)} />
        </Field>
        <Button
          type="submit"
          wide
          busy={isPending}
          disabledReason={amount === null ? m.purchase_choose_amount() : null}
        >
          {m.wallet_limit_action()}
        </Button>
        {it.spending_limit !== null && (
          <Button variant="ghost" wide onClick={lift} disabledReason={isPending ? m.purchase_waiting() : null}>
            {m.wallet_limit_lift()}
          </Button>
        )}
      </form>
    </section>
  )
}
