import { useId, useState } from 'react'
import { feePercent } from '../../../contract/limits.ts'
import { pricePoints } from '../../../contract/prices.ts'
import { languageTag, moneyText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { Coins } from '../../ui/coins.tsx'
import { useEarlyInput } from '../../ui/early-input.ts'
import { MoneyRow } from '../../ui/money-row.tsx'
import { earningsOf } from './earnings-of.ts'

const fanCounts = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]
const prices = pricePoints.filter((it) => it > 0 && it < 100)
/** Coins that a fan pays a month beside the subscription. */
const extras = [0, 1, 2, 3, 5, 8, 10, 15, 20, 30, 50]

/** What a creator would earn in a month: three sliders and a receipt, which says what it leaves out. */
export function EarningsCalculator() {
  const heading = useId()
  const [fans, setFans] = useState(100)
  const [price, setPrice] = useState<number>(9.99)
  const [extra, setExtra] = useState(3)
  const { paid, fee, earned } = earningsOf({ fans, price, extra })
  return (
    <section aria-labelledby={heading} className="mt-10">
      <h2 id={heading} className="font-bold text-xl">
        {m.earnings_title()}
      </h2>
      <div className="mt-4 grid gap-5">
        <Slider
          label={m.earnings_fans()}
          values={fanCounts}
          value={fans}
          onChange={setFans}
          text={(it) => it.toLocaleString(languageTag())}
        />
        <Slider label={m.earnings_price()} values={prices} value={price} onChange={setPrice} text={moneyText} />
        <Slider label={m.earnings_extra()} values={extras} value={extra} onChange={setExtra} text={moneyText} />
      </div>
      <dl aria-live="polite" className="mt-6 max-w-[30rem] rounded-media bg-sunken px-5 py-2 text-base">
        <MoneyRow label={m.earnings_paid()}>
          <Coins cents={paid} />
        </MoneyRow>
        <MoneyRow label={m.landing_money_fee({ percent: feePercent })}>
          <span aria-hidden="true">− </span>
          <Coins cents={fee} />
        </MoneyRow>
        <MoneyRow label={m.earnings_earned()} isSum>
          <Coins cents={earned} />
        </MoneyRow>
      </dl>
      <p className="mt-3 max-w-[30rem] text-ink-soft text-sm">{m.earnings_note()}</p>
    </section>
  )
}

type SliderProps = {
  label: string
  /** What can be chosen, in order. */
  values: readonly number[]
  value: number
  onChange: (value: number) => void
  text: (value: number) => string
}

function Slider({ label, values, value, onChange, text }: SliderProps) {
  const at = String(values.indexOf(value))
  const control = useEarlyInput<HTMLInputElement>(at, undefined)
  return (
    <label className="block max-w-[30rem]">
      <span className="flex items-baseline justify-between gap-4">
        <span className="font-medium">{label}</span>
        <span className="font-bold font-display tabular-nums">{text(value)}</span>
      </span>
      <input
        ref={control}
        type="range"
        max={values.length - 1}
        value={at}
        aria-label={label}
        aria-valuetext={text(value)}
        onChange={(event) => onChange(values[Number(event.target.value)] ?? value)}
        className="h-11 w-full cursor-pointer"
      />
    </label>
  )
}
