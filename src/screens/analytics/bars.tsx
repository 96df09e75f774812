import { dayText } from '../../lib/dates.ts'
import { coinText, moneyText } from '../../lib/money.ts'

type BarsProps = { label: string; rows: readonly { at: string; value: number }[]; money?: boolean }

/**
 * A bar for each day or week, none where nothing was, one in rust where more was taken back than earned. The same
 * figures are in a table for screen readers.
 */
export function Bars({ label, rows, money = false }: BarsProps) {
  const most = Math.max(0, ...rows.map((row) => Math.abs(row.value)))
  if (most === 0) return null
  const text = (value: number) => (money ? moneyText(value) : coinText(value))
  return (
    <>
      <div aria-hidden="true" className="mt-4 flex h-28 items-end gap-px border-hairline border-b">
        {rows.map((row) => (
          <span
            key={row.at}
            title={`${dayText(row.at)}: ${text(row.value)}`}
            className={`min-w-0.5 max-w-10 flex-1 rounded-t-sm ${row.value < 0 ? 'bg-rust' : money ? 'bg-brass' : 'bg-ink-faint'}`}
            style={{ height: `${row.value === 0 ? 0 : Math.max(2, (Math.abs(row.value) / most) * 100)}%` }}
          />
        ))}
      </div>
      <p aria-hidden="true" className="mt-1 flex justify-between gap-4 text-ink-faint text-xs">
        <span>{dayText(rows[0]?.at ?? '')}</span>
        <span>{dayText(rows.at(-1)?.at ?? '')}</span>
      </p>
      {/* A table ignores a height, so the element around it hides it. */}
      <div className="sr-only">
        <table>
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
      </div>
    </>
  )
}
