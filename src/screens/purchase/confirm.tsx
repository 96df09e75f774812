import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { roundToCents } from '../../../contract/coins.ts'
import { moneyText } from '../../lib/money.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { dropIntent } from '../../lib/stored-intent.ts'
import { m } from '../../paraglide/messages.js'
import { useBeginTopup } from '../../queries/wallet.ts'
import { closePurchase, type Purchase, setTopup, usePurchase } from '../../stores/purchase.ts'
import { storePurchase } from '../../stores/stored-purchase.ts'
import { Button } from '../../ui/button.tsx'
import { Coins } from '../../ui/coins.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { SheetPanel } from '../../ui/sheet-panel.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { inlineLink } from '../auth/auth-layout.tsx'
import { EmailCodeForm } from '../auth/email-code-form.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { BeyondLimit, ToLimit, useBeyondLimit } from './beyond-limit.tsx'
import { PayMissing, payable } from './pay-missing.tsx'
import { shortfall } from './shortfall.ts'
import { isAnswer } from './unanswered.ts'
import type { Payment } from './use-payment.ts'
import { useTopup } from './use-topup.ts'

type ConfirmProps = {
  /** What is bought, with all that is filled in: it is remembered until it is answered. */
  purchase: Purchase
  payment: Payment
  title: string
  description: string
  /** Coins; null while an amount is still being chosen. */
  price: number | null
  /** What it costs those without the offer that lowers it. */
  instead?: number
  /** What the button that pays says. */
  action: string
  /** The same with the price in it. */
  actionFor?: (words: { money: string }) => string
  busy: boolean
  error: Error | null
  /** Why there is no price yet, where it is not an amount that is to be chosen. */
  waitsForPrice?: string
  /** What has to be filled in before it can be paid. */
  waitsFor?: string | null
  onConfirm: () => void
  children?: ReactNode
}

/**
 * The sheet before every purchase: price in coins and money, the balance after it, and when it does not suffice, the
 * payment of what is missing, after which the purchase completes itself. Nothing changes before the API has answered.
 */
export function Confirm(props: ConfirmProps) {
  const { title, description, price, instead, busy, error, children } = props
  const viewer = useViewer()
  const coins = viewer?.coins ?? 0
  // The API's shortfall belongs to the price of that call.
  const [lastReply, setLastReply] = useState({ error, price })
  if (lastReply.error !== error) setLastReply({ error, price })
  // The answer got lost: the coins may be spent already, so the purchase is tried again under its key, and nothing is paid for it.
  const isLost = error !== null && !isAnswer(error)
  const missing = price === null || isLost ? 0 : shortfall(coins, price, lastReply)
  const { isPending, beyond } = useBeyondLimit(price, { missing, isUnanswered: props.payment.isUnanswered })
  const keep = useStored(props.purchase, props.payment)
  const begin = useBeginTopup(keep)
  const topup = useTopup(props)
  const isConfirmed = viewer?.email_verified !== false
  const shownError = begin.error ?? (missing <= 0 ? error : null)
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
          {isConfirmed &&
            (beyond ? (
              <ToLimit />
            ) : (
              <Pay {...props} missing={missing} isLimitPending={isPending} failed={topup.failed} begin={begin} />
            ))}
        </>
      }
    >
      {children}
      <dl className="divide-y divide-hairline border-hairline border-y">
        {price !== null && (
          <PriceRow name={m.purchase_price()} coins={price} {...(instead !== undefined && { instead })} />
        )}
        <PriceRow name={m.purchase_balance()} coins={coins} />
        {missing > 0 ? (
          <PriceRow name={m.purchase_missing()} coins={missing} strong />
        ) : (
          price !== null && !isLost && <PriceRow name={m.purchase_after()} coins={roundToCents(coins - price)} strong />
        )}
      </dl>
      {isConfirmed && beyond && <BeyondLimit {...beyond} />}
      {isConfirmed && !beyond && missing > 0 && <MissingNote missing={missing} price={price ?? 0} />}
      <TopupStatus {...topup} />
      {shownError && <ErrorLine className="mt-4">{errorMessage(shownError)}</ErrorLine>}
      {!isConfirmed && (
        <section aria-label={m.auth_verify_ask_title()} className="mt-5">
          <h3 className="mb-1 font-bold">{m.auth_verify_ask_title()}</h3>
          <EmailCodeForm onLeave={closePurchase} />
        </section>
      )}
    </SheetPanel>
  )
}

type PayProps = ConfirmProps & {
  missing: number
  /** Coins are not paid for before it is known whether the limit of the month lets them be spent. */
  isLimitPending: boolean
  failed: string | null
  begin: ReturnType<typeof useBeginTopup>
}

/** The one button that pays: the purchase, or first the coins that are missing for it. */
function Pay({ missing, isLimitPending, price, waitsFor = null, busy, failed, begin, onConfirm, ...words }: PayProps) {
  const disabledReason = price === null ? (words.waitsForPrice ?? m.purchase_choose_amount()) : waitsFor
  if (missing > 0)
    return (
      <PayMissing
        missing={missing}
        payment={words.payment}
        disabledReason={disabledReason ?? (isLimitPending ? m.ui_loading() : null)}
        failed={failed}
        begin={begin}
      />
    )
  return (
    <Button variant="brass" onClick={onConfirm} busy={busy} disabledReason={disabledReason}>
      {busy ? m.purchase_waiting() : actionText(price, words)}
    </Button>
  )
}

function actionText(price: number | null, { action, actionFor }: Pick<ConfirmProps, 'action' | 'actionFor'>): string {
  if (!price) return action
  const money = moneyText(price)
  return actionFor ? actionFor({ money }) : `${action} · ${money}`
}

/** Keeps the purchase over a reload and the way to the provider, in place of an intent that led to it; answers what keeps the payment of missing coins too. */
function useStored(purchase: Purchase, { question, key }: Payment): (topup: string) => void {
  const who = useViewer()?.id
  const topup = usePurchase((it) => it.topup)
  const path = useLocation({ select: (it) => it.href })
  const text = JSON.stringify(purchase)
  useEffect(() => {
    if (who === undefined) return
    storePurchase({ who, path, topup, payment: { question, key }, purchase: JSON.parse(text) })
    dropIntent()
  }, [who, path, topup, text, question, key])
  return (begun) => {
    setTopup(begun)
    // Before the page is left, which may be too soon for the effect.
    if (who !== undefined) storePurchase({ who, path, topup: begun, payment: { question, key }, purchase })
  }
}

/** What happens when the missing coins are paid. */
function MissingNote({ missing, price }: { missing: number; price: number }) {
  const here = useLocation({ select: (it) => it.href })
  const amount = payable(missing)
  return (
    <div className="mt-4 text-ink-soft text-sm">
      <p>
        {m.purchase_pay_then({ money: moneyText(price) })}
        {amount > missing && ` ${m.purchase_pay_least({ money: moneyText(amount) })}`}
      </p>
      <Link
        to="/settings/payments"
        search={{ missing, return_path: here }}
        onClick={closePurchase}
        className={inlineLink}
      >
        {m.purchase_top_up()}
      </Link>
    </div>
  )
}

function TopupStatus({ isUnspent, isPending, failed }: ReturnType<typeof useTopup>) {
  const words = isPending
    ? m.purchase_topup_pending()
    : failed
      ? m.wallet_topup_failed_text()
      : isUnspent
        ? m.purchase_topup_unspent()
        : null
  return (
    <p role="status" className="mt-4 flex items-center gap-2 empty:hidden">
      {isPending && <Spinner />}
      {words}
    </p>
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
            {moneyText(instead)}
          </s>
        )}
        <Coins amount={coins} />
      </dd>
    </div>
  )
}
