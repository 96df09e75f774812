import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { roundToCents } from '../../../contract/coins.ts'
import { coinText } from '../../lib/money.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { closePurchase } from '../../stores/purchase.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Coins } from '../../ui/coins.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { SheetPanel } from '../../ui/sheet-panel.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { shortfall } from './shortfall.ts'

type ConfirmProps = {
  title: string
  description: string
  /** Coins; null while an amount is still being chosen. */
  price: number | null
  /** What it costs those without the offer that lowers it. */
  instead?: number
  /** What the button that pays says. */
  action: string
  busy: boolean
  error: Error | null
  /** What has to be filled in before it can be paid. */
  waitsFor?: string | null
  onConfirm: () => void
  children?: ReactNode
}

/**
 * The sheet before every purchase: price in coins and money, the balance after it, and when it does
 * not suffice, what is missing and the way to get it. Nothing changes before the API has answered.
 */
export function Confirm({
  title,
  description,
  price,
  instead,
  action,
  busy,
  error,
  waitsFor = null,
  onConfirm,
  children,
}: ConfirmProps) {
  const coins = useViewer()?.coins ?? 0
  // The API's shortfall belongs to the price of that call.
  const [lastReply, setLastReply] = useState({ error, price })
  if (lastReply.error !== error) setLastReply({ error, price })
  const missing = price === null ? 0 : shortfall(coins, price, lastReply)
  return (
    <SheetPanel
      open
      onOpenChange={(open) => !open && closePurchase()}
      title={title}
      description={description}
      held={busy}
      actions={
        <>
          <Button onClick={closePurchase} disabledReason={busy ? m.purchase_waiting() : null}>
            {m.purchase_cancel()}
          </Button>
          {missing > 0 ? (
            <TopUp missing={missing} />
          ) : (
            <Button
              variant="brass"
              onClick={onConfirm}
              busy={busy}
              disabledReason={price === null ? m.purchase_choose_amount() : waitsFor}
            >
              {busy ? m.purchase_waiting() : action}
            </Button>
          )}
        </>
      }
    >
      {children}
      <dl className="divide-y divide-hairline border-hairline border-y">
        <PriceRow name={m.purchase_price()} coins={price ?? 0} {...(instead !== undefined && { instead })} />
        <PriceRow name={m.purchase_balance()} coins={coins} />
        {missing > 0 ? (
          <PriceRow name={m.purchase_missing()} coins={missing} strong />
        ) : (
          <PriceRow name={m.purchase_after()} coins={roundToCents(coins - (price ?? 0))} strong />
        )}
      </dl>
      {error && missing <= 0 && <ErrorLine className="mt-4">{errorMessage(error)}</ErrorLine>}
    </SheetPanel>
  )
}

type PriceRowProps = { name: string; coins: number; strong?: boolean; instead?: number }

function PriceRow({ name, coins, strong = false, instead }: PriceRowProps) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 py-2">
      <dt className={strong ? 'font-semibold' : 'text-ink-soft'}>{name}</dt>
      <dd className="flex items-baseline gap-2">
        {instead !== undefined && (
          <s className="text-ink-soft text-sm tabular-nums">
            <span className="sr-only">{m.purchase_instead()} </span>
            {coinText(instead)}
          </s>
        )}
        <Coins amount={coins} />
      </dd>
    </div>
  )
}

/** Exactly what is missing, or the smallest purchase of coins, and back to here afterwards. */
function TopUp({ missing }: { missing: number }) {
  const here = useLocation({ select: (it) => it.href })
  return (
    <Link
      to="/settings/payments"
      search={{ missing, return_path: here }}
      onClick={closePurchase}
      className={buttonClasses({ variant: 'brass' })}
    >
      {m.purchase_top_up()}
    </Link>
  )
}
