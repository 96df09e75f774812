import { clsx } from 'clsx'
import { coinsOf } from '../../contract/coins.ts'
import { coinText } from '../lib/money.ts'
import { m } from '../paraglide/messages.js'
import { Money } from './money.tsx'

type CoinsProps = {
  className?: string
  /** The coins under the money instead of beside it, for balances. */
  stacked?: boolean
  /** In the colour of its background: on brass and signal buttons, over pictures. */
  plain?: boolean
} & ({ amount: number; cents?: undefined } | { cents: number; amount?: undefined })

/** An amount: the money first, and small beside it the same in coins (product §60), as the viewer's language writes both. */
export function Coins({ amount, cents, className, stacked = false, plain = false }: CoinsProps) {
  const coins = amount ?? coinsOf(cents)
  return (
    <span className={clsx('inline-flex tabular-nums', stacked ? 'flex-col' : 'items-baseline gap-1.5', className)}>
      <Money amount={coins} className={clsx('whitespace-nowrap font-bold font-display', !plain && 'text-brass-text')} />
      <span
        className={clsx(
          'inline-flex items-baseline gap-1 whitespace-nowrap font-normal text-[0.75em]',
          !plain && 'text-ink-soft',
        )}
      >
        <Coin />
        {coinText(coins)}
        <span className="sr-only"> {m.ui_coins({ count: coins })}</span>
      </span>
    </span>
  )
}

/** The coin: a brass disc with the mark struck into it. */
function Coin({ className = 'size-[0.85em]' }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" className={clsx('shrink-0 translate-y-[0.06em]', className)} aria-hidden="true">
      <circle cx="8" cy="8" r="7.5" className="fill-brass stroke-on-brass" strokeWidth="1" />
      <path
        d="M5 4h1.8v.8c1.7-.1 3-.5 4.2-1.3v3.8c-1.2-.8-2.5-1.1-4.2-1.2v1.6c1-.1 1.8-.3 2.6-.8v2.7c-.8-.4-1.6-.6-2.6-.7V12H5z"
        className="fill-on-brass"
      />
    </svg>
  )
}
