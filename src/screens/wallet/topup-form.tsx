import { useState } from 'react'
import { coinsOf } from '../../../contract/coins.ts'
import { topupCents, topupPacks } from '../../../contract/prices.ts'
import { coinInput, moneyText } from '../../lib/money.ts'
import { parseCoins } from '../../lib/parse-coins.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useBeginTopup } from '../../queries/wallet.ts'
import { Button } from '../../ui/button.tsx'
import { Coins } from '../../ui/coins.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { useKey } from '../purchase/use-key.ts'

/** Packs, exactly what is missing, or a free amount; then to the provider's page. */
export function TopupForm({ missing, returnPath }: { missing: number | undefined; returnPath: string | undefined }) {
  const exact =
    missing === undefined ? null : Math.min(coinsOf(topupCents.max), Math.max(coinsOf(topupCents.min), missing))
  const [written, setWritten] = useState(coinInput(exact ?? 20))
  const { mutate, isPending, error } = useBeginTopup()
  const amount = parseCoins(written, topupCents)
  const key = useKey(`topup ${amount}`)
  const back = `/settings/payments?topup={topup}${returnPath ? `&return_path=${encodeURIComponent(returnPath)}` : ''}`
  const choices = exact === null ? [...topupPacks] : [exact, ...topupPacks.filter((it) => it !== exact)]
  return (
    <section aria-labelledby="topup" className="border-hairline border-b px-4 py-6 sm:px-6">
      <h2 id="topup" className="font-bold text-lg">
        {m.wallet_topup_title()}
      </h2>
      {exact !== null && (
        <p className="mt-1 text-ink-soft">{m.wallet_topup_missing({ money: moneyText(missing ?? 0) })}</p>
      )}
      <fieldset aria-label={m.wallet_topup_packs()} className="mt-4 grid grid-cols-2 gap-2 @lg:grid-cols-4">
        {choices.map((it, index) => (
          <button
            key={it}
            type="button"
            aria-pressed={amount === it}
            onClick={() => setWritten(String(it))}
            className="flex min-h-16 flex-col items-start justify-center rounded-control border border-edge px-3 py-2 text-left hover:bg-sunken aria-pressed:border-brass aria-pressed:bg-sunken aria-pressed:ring-2 aria-pressed:ring-brass"
          >
            {exact !== null && index === 0 && <span className="font-semibold text-sm">{m.wallet_topup_exact()}</span>}
            <Coins amount={it} stacked className="text-lg" />
          </button>
        ))}
      </fieldset>
      <form
        className="mt-4 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (amount !== null && !isPending) mutate({ amount, returnPath: back, key })
        }}
      >
        <Field
          label={m.wallet_topup_other()}
          hint={m.wallet_topup_hint({ min: coinsOf(topupCents.min), max: coinsOf(topupCents.max) })}
        >
          <Input inputMode="decimal" value={written} onChange={(event) => setWritten(event.target.value)} />
        </Field>
        {error && <ErrorLine>{errorMessage(error)}</ErrorLine>}
        <Button
          type="submit"
          variant="brass"
          wide
          busy={isPending}
          disabledReason={amount === null ? m.purchase_choose_amount() : null}
        >
          {isPending
            ? m.wallet_topup_leaving()
            : m.wallet_topup_action({ money: amount === null ? '' : moneyText(amount) })}
        </Button>
      </form>
    </section>
  )
}
