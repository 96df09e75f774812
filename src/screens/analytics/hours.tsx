import { Fragment } from 'react'
import type { Sold } from '../../../contract/analytics.ts'
import { languageTag, moneyText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'

type Hour = Sold['hours'][number]

/** Each hour of the week, darker the more was paid in it, and in words the one in which most was. */
export function Hours({ hours }: { hours: readonly Hour[] }) {
  const most = hours.reduce<Hour | undefined>((best, it) => (best && best.paid >= it.paid ? best : it), undefined)
  if (most === undefined) return null
  const paidIn = new Map(hours.map((it) => [`${it.weekday} ${it.hour}`, it]))
  return (
    <>
      <p className="mb-3">
        {m.analytics_hours_best({ weekday: weekdayText(most.weekday, 'long'), hour: hourText(most.hour) })}
      </p>
      <div aria-hidden="true" className="grid grid-cols-[2.5rem_repeat(24,minmax(0,1fr))] items-center gap-px">
        {weekdays.map((weekday) => (
          <Fragment key={weekday}>
            <span className="truncate text-ink-faint text-xs">{weekdayText(weekday, 'short')}</span>
            {dayHours.map((hour) => {
              const it = paidIn.get(`${weekday} ${hour}`)
              return (
                <span key={hour} title={it && titleOf(it)} className="relative aspect-square min-h-3 w-full bg-sunken">
                  {it && (
                    <span
                      className="absolute inset-0 bg-brass"
                      style={{ opacity: 0.15 + 0.85 * (it.paid / most.paid) }}
                    />
                  )}
                </span>
              )
            })}
          </Fragment>
        ))}
        <span />
        {[0, 6, 12, 18].map((hour) => (
          <span key={hour} className="col-span-6 pt-1 text-ink-faint text-xs">
            {hourText(hour)}
          </span>
        ))}
      </div>
      {/* A table ignores a height, so the element around it hides it. */}
      <div className="sr-only">
        <table>
          <caption>{m.analytics_hours()}</caption>
          <tbody>
            {hours.map((it) => (
              <tr key={`${it.weekday} ${it.hour}`}>
                <th scope="row">
                  {weekdayText(it.weekday, 'long')}, {hourText(it.hour)}
                </th>
                <td>{m.analytics_sales({ count: it.sales })}</td>
                <td>{moneyText(it.paid)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const weekdays = [1, 2, 3, 4, 5, 6, 7]
const dayHours = Array.from({ length: 24 }, (_, hour) => hour)

const titleOf = ({ weekday, hour, sales, paid }: Hour): string =>
  `${weekdayText(weekday, 'long')}, ${hourText(hour)}: ${m.analytics_sales({ count: sales })}, ${moneyText(paid)}`

/** The first day of January 2024 was a Monday. */
const weekdayText = (weekday: number, style: 'long' | 'short'): string =>
  new Intl.DateTimeFormat(languageTag(), { weekday: style, timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday))
const hourText = (hour: number): string =>
  new Intl.DateTimeFormat(languageTag(), { hour: 'numeric', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1, hour))
