import { useState } from 'react'
import { roundToCents } from '../../../contract/coins.ts'
import { giftDays, giftMessageLength } from '../../../contract/limits.ts'
import { giftMonths } from '../../../contract/prices.ts'
import { coinText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { useGiveGift } from '../../queries/gifts.ts'
import { closePurchase, type Purchase } from '../../stores/purchase.ts'
import { dropPurchase } from '../../stores/stored-purchase.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SheetPanel } from '../../ui/sheet-panel.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { Confirm } from './confirm.tsx'
import { usePayment } from './use-payment.ts'
import { usePriceNow } from './use-price-now.ts'

/** Months of a subscription as a gift; after the payment, the link to hand over. */
export function GiftSheet({ purchase }: { purchase: Extract<Purchase, { kind: 'gift' }> }) {
  const [months, setMonths] = useState<(typeof giftMonths)[number]>(purchase.months ?? 1)
  const [anonymous, setAnonymous] = useState(purchase.anonymous ?? false)
  const [message, setMessage] = useState(purchase.message ?? '')
  const { mutate, isPending, error, data } = useGiveGift()
  const monthly = usePriceNow(purchase.price, error)
  const payment = usePayment(`gift ${purchase.creator.id} ${months} ${monthly}`)
  const name = `@${purchase.creator.username}`
  if (data) return <GiftLink link={data.gift.link} />
  return (
    <Confirm
      purchase={{ ...purchase, price: monthly, months, anonymous, message }}
      payment={payment}
      title={m.gifts_give_title({ name })}
      description={m.gifts_give_text({ days: giftDays })}
      price={roundToCents(monthly * months)}
      action={m.gifts_give_action()}
      busy={isPending}
      error={error}
      onConfirm={() =>
        mutate(
          {
            id: purchase.creator.id,
            months,
            expected_price: monthly,
            anonymous,
            message: message.trim(),
            key: payment.key,
          },
          // The sheet stays open with the link; there is nothing to pay any more.
          payment.attempt(() => dropPurchase()),
        )
      }
    >
      <div className="mb-4 flex flex-col gap-4">
        <fieldset aria-label={m.gifts_months()} className="grid grid-cols-4 gap-2">
          {giftMonths.map((count) => (
            <button
              key={count}
              type="button"
              aria-pressed={months === count}
              onClick={() => setMonths(count)}
              className="flex min-h-14 flex-col items-center justify-center rounded-control border border-edge tabular-nums aria-pressed:border-transparent aria-pressed:bg-brass aria-pressed:text-on-brass"
            >
              <span className="font-bold font-display">{coinText(count)}</span>
              <span className="text-xs">{m.gifts_months_word({ count })}</span>
            </button>
          ))}
        </fieldset>
        <Field label={m.purchase_message()} optional>
          <Textarea
            rows={2}
            value={message}
            maxLength={giftMessageLength}
            onChange={(event) => setMessage(event.target.value)}
          />
        </Field>
        <Switch
          label={m.gifts_anonymous()}
          hint={m.gifts_anonymous_hint()}
          checked={anonymous}
          onChange={setAnonymous}
        />
      </div>
    </Confirm>
  )
}

/** Shown after the payment: the link to hand over. */
function GiftLink({ link }: { link: string }) {
  return (
    <SheetPanel
      open
      onOpenChange={(open) => !open && closePurchase()}
      title={m.gifts_given_title()}
      description={m.gifts_given_text()}
      actions={
        <>
          <Button onClick={closePurchase}>{m.ui_close()}</Button>
          <Button variant="primary" onClick={() => void copyGift(link)}>
            <Icon name="copy" className="size-4" />
            {m.offers_copy()}
          </Button>
        </>
      }
    >
      <code className="wrap-anywhere block rounded-control border border-hairline bg-sunken px-3 py-2.5 text-sm">
        {link.replace(/^https?:\/\//, '')}
      </code>
    </SheetPanel>
  )
}

const copyGift = (link: string) => copyText(link, m.offers_copied(), m.ui_not_copied())
