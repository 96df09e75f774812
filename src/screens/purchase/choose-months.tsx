import { clsx } from 'clsx'
import { roundToCents } from '../../../contract/coins.ts'
import { moneyText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { Coins } from '../../ui/coins.tsx'
import type { useBundle } from './use-bundle.ts'

type ChooseMonthsProps = Pick<ReturnType<typeof useBundle>, 'all' | 'choice' | 'pick' | 'hasMonth'> & {
  monthly: number
}

/** A month, or several for less; each with what is charged now. */
export function ChooseMonths({ all, choice, pick, hasMonth, monthly }: ChooseMonthsProps) {
  if (all.length === 0) return null
  return (
    <fieldset aria-label={m.bundles_choose()} className="mb-4 flex flex-col gap-2">
      {hasMonth && (
        <Choice isChosen={choice === 1} onPick={() => pick(1)} name={m.bundles_one_month()} price={monthly} />
      )}
      {all.map(({ months, percent, price }) => (
        <Choice
          key={months}
          isChosen={choice === months}
          onPick={() => pick(months)}
          name={m.bundles_months({ count: months })}
          saved={m.bundles_saved({ percent })}
          note={m.bundles_monthly({ money: moneyText(roundToCents(price / months)) })}
          price={price}
        />
      ))}
    </fieldset>
  )
}

type ChoiceProps = {
  isChosen: boolean
  onPick: () => void
  name: string
  saved?: string
  note?: string
  price: number
}

const Choice = ({ isChosen, onPick, name, saved, note, price }: ChoiceProps) => (
  <button
    type="button"
    aria-pressed={isChosen}
    onClick={onPick}
    className={clsx(
      'flex min-h-14 items-center justify-between gap-3 rounded-control border px-4 py-2 text-left',
      isChosen ? 'border-brass ring-1 ring-brass' : 'border-edge',
    )}
  >
    <span className="flex flex-col">
      <span className="font-semibold">
        {name}
        {saved && <span className="ml-2 font-normal text-brass-text text-sm">{saved}</span>}
      </span>
      {note && <span className="text-ink-soft text-sm tabular-nums">{note}</span>}
    </span>
    <Coins amount={price} stacked className="items-end" />
  </button>
)
