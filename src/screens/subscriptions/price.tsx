import { useState } from 'react'
import { feePercent, priceChangesPerDay } from '../../../contract/limits.ts'
import { pricePoints } from '../../../contract/prices.ts'
import { coinsText, coinText, moneyText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { useSetSubscriptionPrice } from '../../queries/subscriptions.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useViewer } from '../frame/viewer-context.ts'

/** What a creator asks for a month; asks back before those who came for nothing have to pay (product §6). */
export function Price() {
  const viewer = useViewer()
  const present = viewer?.subscription_price ?? 0
  const [chosen, setChosen] = useState(present)
  const [isConfirming, setConfirming] = useState(false)
  const { mutate, isPending, error } = useSetSubscriptionPrice()
  const isClosed = viewer?.acting_as != null && viewer.acting_as.permissions.can_payment !== true
  const save = () =>
    mutate(chosen, {
      onSuccess: () => {
        setConfirming(false)
        toast(m.subscriptions_price_set(), { type: 'success' })
      },
    })
  return (
    <section aria-labelledby="price" className="border-hairline border-b px-4 py-6 sm:px-6">
      <h2 id="price" className="font-bold text-lg">
        {m.subscriptions_price_title()}
      </h2>
      <p className="mt-1 text-ink-soft">{m.subscriptions_price_text({ count: priceChangesPerDay })}</p>
      <form
        className="mt-4 flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (isPending || isClosed || chosen === present) return
          if (present === 0) setConfirming(true)
          else save()
        }}
      >
        <Field label={m.subscriptions_price_label()}>
          <Select value={String(chosen)} onChange={(event) => setChosen(Number(event.target.value))}>
            {pricePoints.map((point) => (
              <option key={point} value={String(point)}>
                {point === 0 ? m.subscriptions_free() : `${coinText(point)} · ${moneyText(point)}`}
              </option>
            ))}
          </Select>
        </Field>
        <Button
          type="submit"
          variant="primary"
          wide
          busy={isPending}
          disabledReason={
            isClosed ? m.refusal_permission_denied() : chosen === present ? m.subscriptions_price_same() : null
          }
        >
          {m.subscriptions_price_action()}
        </Button>
      </form>
      {present === 0 && chosen > 0 && <p className="mt-3 text-sm">{m.subscriptions_price_from_free()}</p>}
      {chosen > 0 && (
        <p className="mt-3 text-ink-soft text-sm tabular-nums">
          {m.subscriptions_price_share({
            fee: feePercent,
            money: moneyText(Math.round(chosen * (100 - feePercent)) / 100),
          })}
        </p>
      )}
      <ConfirmSheet
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={m.subscriptions_price_from_free_title({ price: coinsText(chosen) })}
        confirm={m.subscriptions_price_action()}
        onConfirm={save}
        busy={isPending}
        error={error}
        danger={false}
      >
        {m.subscriptions_price_from_free()}
      </ConfirmSheet>
    </section>
  )
}
