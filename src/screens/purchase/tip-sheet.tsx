import { useState } from 'react'
import { coinsOf } from '../../../contract/coins.ts'
import { tipCents } from '../../../contract/prices.ts'
import { coinText } from '../../lib/money.ts'
import { parseCoins } from '../../lib/parse-coins.ts'
import { m } from '../../paraglide/messages.js'
import { useTipUser } from '../../queries/wallet.ts'
import { closePurchase, type Purchase } from '../../stores/purchase.ts'
import { toast } from '../../stores/toasts.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Confirm } from './confirm.tsx'
import { usePayment } from './use-payment.ts'

const usual = [5, 10, 20, 50] as const

/** A tip with a word beside it; it appears in the chat. */
export function TipSheet({ purchase }: { purchase: Extract<Purchase, { kind: 'tip' }> }) {
  const [written, setWritten] = useState(purchase.amount ?? '5')
  const [message, setMessage] = useState(purchase.message ?? '')
  const { mutate, isPending, error } = useTipUser(purchase.creator.id)
  const amount = parseCoins(written, tipCents)
  const limits = m.purchase_amount_hint({ min: coinsOf(tipCents.min), max: coinsOf(tipCents.max) })
  const isOff = amount === null && written.trim() !== ''
  // Not of the text: a fan who edits it after a lost answer still means this tip.
  const payment = usePayment(`tip ${purchase.creator.id} ${amount}`)
  const name = `@${purchase.creator.username}`
  const done = () => {
    closePurchase()
    toast(m.purchase_tipped({ name }), { type: 'success' })
  }
  return (
    <Confirm
      purchase={{ ...purchase, amount: written, message }}
      payment={payment}
      title={m.purchase_tip_title({ name })}
      description={m.purchase_tip_text()}
      price={amount}
      action={m.purchase_tip_action()}
      busy={isPending}
      error={error}
      onConfirm={() =>
        amount !== null &&
        mutate(
          {
            amount,
            key: payment.key,
            ...(message.trim() && { message: message.trim() }),
            ...(purchase.postId && { post_id: purchase.postId }),
          },
          payment.attempt(done),
        )
      }
    >
      <div className="mb-5 flex flex-col gap-4">
        <fieldset aria-label={m.purchase_amount()} className="grid grid-cols-4 gap-2">
          {usual.map((coins) => (
            <button
              key={coins}
              type="button"
              aria-pressed={amount === coins}
              onClick={() => setWritten(String(coins))}
              className="h-11 rounded-control border border-edge font-bold font-display tabular-nums aria-pressed:border-transparent aria-pressed:bg-brass aria-pressed:text-on-brass"
            >
              {coinText(coins)}
            </button>
          ))}
        </fieldset>
        <Field label={m.purchase_amount()} {...(isOff ? { error: limits } : { hint: limits })}>
          <Input inputMode="decimal" value={written} onChange={(event) => setWritten(event.target.value)} />
        </Field>
        <Field label={m.purchase_message()} optional>
          <Input value={message} maxLength={500} onChange={(event) => setMessage(event.target.value)} />
        </Field>
      </div>
    </Confirm>
  )
}
