import { feePercent } from '../../../contract/limits.ts'
import { m } from '../../paraglide/messages.js'
import { Coins } from '../../ui/coins.tsx'
import { MoneyRow } from '../../ui/money-row.tsx'

/** Cents of the example: round enough for mental arithmetic. */
const tip = 1_000
const fee = (tip * feePercent) / 100

/** Where the money of a fan goes, as the receipt would say it. */
export function LandingMoney() {
  const facts = [
    m.landing_money_rate(),
    m.landing_money_before(),
    m.landing_money_month(),
    m.landing_money_limit(),
    m.landing_money_out(),
  ]
  return (
    <section className="border-hairline border-t px-5 py-12 md:px-0">
      <h2 className="font-bold text-xl">{m.landing_money_title()}</h2>
      <p className="mt-3 max-w-[34rem] text-ink-soft">{m.landing_money_lead()}</p>
      <dl className="mt-6 max-w-[30rem] rounded-media bg-sunken px-5 py-2 text-base">
        <MoneyRow label={m.landing_money_paid()}>
          <Coins cents={tip} />
        </MoneyRow>
        <MoneyRow label={m.landing_money_fee({ percent: feePercent })}>
          <span aria-hidden="true">− </span>
          <Coins cents={fee} />
        </MoneyRow>
        <MoneyRow label={m.landing_money_earned()} isSum>
          <Coins cents={tip - fee} />
        </MoneyRow>
      </dl>
      <ul className="mt-6 grid max-w-[34rem] gap-3">
        {facts.map((fact) => (
          <li key={fact} className="border-brass border-l-2 pl-4">
            {fact}
          </li>
        ))}
      </ul>
    </section>
  )
}
