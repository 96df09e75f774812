import { Money } from './money.tsx'

/** What a button does and its price as money: `Unlock · €4.99`. In a small tile the price alone is seen. */
export function Priced({ label, price }: { label: string; price: number }) {
  return (
    <span>
      <span className="@max-[13rem]:sr-only">{label} · </span>
      <Money amount={price} className="tabular-nums" />
    </span>
  )
}
