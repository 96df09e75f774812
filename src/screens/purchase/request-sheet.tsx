import { useState } from 'react'
import { centsOf, coinsOf } from '../../../contract/coins.ts'
import { requestDays, requestLength } from '../../../contract/limits.ts'
import { paidCents } from '../../../contract/prices.ts'
import { coinInput, coinText } from '../../lib/money.ts'
import { parseCoins } from '../../lib/parse-coins.ts'
import { m } from '../../paraglide/messages.js'
import { useCreateRequest } from '../../queries/requests.ts'
import { closePurchase, type Purchase } from '../../stores/purchase.ts'
import { toast } from '../../stores/toasts.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { Confirm } from './confirm.tsx'
import { usePayment } from './use-payment.ts'

/** A paid request: the text and the price. The coins wait until it is delivered. */
export function RequestSheet({ purchase }: { purchase: Extract<Purchase, { kind: 'request' }> }) {
  const [written, setWritten] = useState(purchase.amount ?? coinInput(purchase.price))
  const [text, setText] = useState(purchase.text ?? '')
  const { mutate, isPending, error } = useCreateRequest(purchase.creator.id)
  const limits = { min: centsOf(purchase.price), max: paidCents.max }
  const price = parseCoins(written, limits)
  const payment = usePayment(`request ${purchase.creator.id} ${price}`)
  const name = `@${purchase.creator.username}`
  const done = () => {
    closePurchase()
    toast(m.requests_asked({ name }), { type: 'success' })
  }
  return (
    <Confirm
      purchase={{ ...purchase, amount: written, text }}
      payment={payment}
      title={m.requests_ask_title({ name })}
      description={m.requests_ask_text({ days: requestDays })}
      price={price}
      action={m.requests_ask_action()}
      busy={isPending}
      error={error}
      waitsFor={text.trim() === '' ? m.requests_what_first() : null}
      onConfirm={() => price !== null && mutate({ text: text.trim(), price, key: payment.key }, payment.attempt(done))}
    >
      <div className="mb-5 flex flex-col gap-4">
        <Field label={m.requests_what()}>
          <Textarea rows={3} value={text} maxLength={requestLength} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Field
          label={m.purchase_amount()}
          hint={m.purchase_amount_hint({ min: coinText(purchase.price), max: coinText(coinsOf(paidCents.max)) })}
        >
          <Input inputMode="decimal" value={written} onChange={(event) => setWritten(event.target.value)} />
        </Field>
      </div>
    </Confirm>
  )
}
