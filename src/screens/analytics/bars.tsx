import { dayText } from '../../lib/dates.ts'
import { coinText, moneyText } from '../../ui/money.ts'

type BarsProps = { label: string; rows: readonly { at: string; value: number }[]; money?: boolean }

/** A bar for each day or week; the same figures stand in a table for those who do not see bars. */
export function Bars({ label, rows, money = false }: BarsProps) {
  const most = Math.max(0, ...rows.map((row) => row.value))
  if (most === 0) return null
  const text = (value: number) => (money ? moneyText(value) : coinText(value))
  return (
    <>
      <div aria-hidden="true" className="mt-4 flex h-28 items-end gap-px border-hairline border-b">
        {rows.map((row) => (
          <span
            key={row.at}
            title={`${dayText(row.at)}: ${text(row.value)}`}
            className={`min-w-0.5 max-w-10 flex-1 rounded-t-sm ${money ? 'bg-brass' : 'bg-ink-faint'}`}
            style={{ height: `${Math.max(2, (Math.max(0, row.value) / most) * 100)}%` }}
          />
        ))}
      </div>
      <table className="sr-only">
        <caption>{label}</caption>
        <tbody>
          {rows.map((row) => (
            <tr key={row.at}>
              <th scope="row">{dayText(row.at)}</th>
              <td>{text(row.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
