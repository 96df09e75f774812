import { clsx } from 'clsx'
import { m } from '../paraglide/messages.js'
import { coinText, moneyText } from './money.ts'

type CoinsProps = { className?: string; /** `below` stacks the money under the coins, for balances. */ money?: 'beside' | 'below' } & (
  | { amount: number; cents?: undefined }
  | { cents: number; amount?: undefined }
)

/** An amount of coins with the real money beside it (PRODUCT 1): on buttons it takes the button's colour. */
export function Coins({ amount, cents, className, money = 'beside' }: CoinsProps) {
  const coins = amount ?? cents / 100
  return (
    <span className={clsx('inline-flex tabular-nums', money === 'below' ? 'flex-col' : 'items-baseline gap-1.5', className)}>
      <span className="inline-flex items-baseline gap-1 font-bold font-display">
        <Coin />
        {coinText(coins)}
        <span className="sr-only">{m.ui_coins({ count: coins })}</span>
      </span>
      <span className="font-normal text-[0.8125em] opacity-85">{moneyText(coins)}</span>
    </span>
  )
}

/** The coin itself: a brass disc with the arms of the mark. */
export function Coin({ className = 'size-[0.85em]' }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" className={clsx('shrink-0 translate-y-[0.06em]', className)} aria-hidden="true">
      <circle cx="8" cy="8" r="7.25" className="fill-brass stroke-on-brass/70" strokeWidth="1" />
      <path d="M5.2 4.4h1.7v.6c1.600-.1 2.900-.5 4-1.200v3.600c-1.100-.7-2.400-1-4-1.100v1.500c1-.1 1.800-.3 2.500-.8v2.700c-.7-.4-1.500-.6-2.500-.7v2.600H5.2z" className="fill-on-brass" />
    </svg>
  )
}
