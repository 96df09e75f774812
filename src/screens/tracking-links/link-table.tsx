import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TrackingLinkSort } from '../../../contract/tracking-link-sorts.ts'
import type { TrackingLink, TrackingLinkTotals } from '../../../contract/tracking-links.ts'
import type { LinksSearch } from '../../lib/links-search.ts'
import { coinText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { Coins } from '../../ui/coins.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { CopyLink } from './copy-link.tsx'
import { perFan, returnText } from './figures.ts'

type LinkTableProps = {
  links: readonly TrackingLink[]
  totals: TrackingLinkTotals | null
  search: LinksSearch
  onSort: (sort: TrackingLinkSort) => void
}

/** What all links are together, and a row for each; phones show its name, its figures in a line, and what came in. */
export function LinkTable({ links, totals, search, onSort }: LinkTableProps) {
  const seesAmounts = useClosed('can_payment') === null
  const head = { sort: search.sort ?? 'newest', onSort }
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">{m.links_title()}</caption>
      <thead className="whitespace-nowrap border-hairline border-b text-ink-soft text-sm">
        <tr>
          <Head {...head} by="name" className="w-full pl-4 sm:pl-6">
            {m.links_column_name()}
          </Head>
          <Head {...head} by="visits" className="hidden text-right md:table-cell">
            {m.links_column_visits()}
          </Head>
          <Head {...head} by="follows" className="hidden text-right md:table-cell">
            {m.links_column_follows()}
          </Head>
          <Head {...head} by="subscriptions" className="hidden text-right md:table-cell">
            {m.links_column_subscriptions()}
          </Head>
          {seesAmounts && (
            <>
              <Head {...head} by="revenue" className="text-right">
                {m.links_column_revenue()}
              </Head>
              <Head {...head} by="cost" className="hidden text-right lg:table-cell">
                {m.links_column_cost()}
              </Head>
              <Head {...head} by="return" className="hidden text-right lg:table-cell">
                {m.links_column_return()}
              </Head>
              <th scope="col" className="hidden px-3 text-right font-semibold xl:table-cell">
                {m.links_column_per_fan()}
              </th>
            </>
          )}
          <td className="w-14" />
        </tr>
      </thead>
      <tbody className="divide-y divide-hairline">
        {totals && totals.links > 1 && <Totals totals={totals} seesAmounts={seesAmounts} />}
        {links.map((link) => (
          <Row key={link.id} link={link} search={search} seesAmounts={seesAmounts} />
        ))}
      </tbody>
    </table>
  )
}

function Totals({ totals, seesAmounts }: { totals: TrackingLinkTotals; seesAmounts: boolean }) {
  const { visits, follows, subscriptions } = totals
  return (
    <tr className="bg-sunken font-semibold">
      <th scope="row" className="px-4 py-3 sm:pl-6">
        {m.links_sum({ count: totals.links })}
        <span className="block font-normal text-ink-soft text-sm md:hidden">
          {m.links_row({ visits, follows, subscriptions })}
        </span>
      </th>
      <Figures of={totals} seesAmounts={seesAmounts} />
      <td />
    </tr>
  )
}

function Row({ link, search, seesAmounts }: { link: TrackingLink; search: LinksSearch; seesAmounts: boolean }) {
  const { visits, follows, subscriptions } = link
  return (
    <tr className="hover:bg-sunken">
      <th scope="row" className="max-w-0 px-4 py-1 font-normal sm:pl-6">
        <Link
          to="/creator/links"
          search={{ ...search, link: link.id }}
          data-item
          className="flex min-h-13 min-w-0 flex-col justify-center"
        >
          <bdi className="block truncate font-semibold">{link.name}</bdi>
          <span className="text-ink-soft text-sm md:hidden">{m.links_row({ visits, follows, subscriptions })}</span>
          <span className="truncate text-ink-soft text-sm max-md:hidden">{shownUrl(link.url)}</span>
        </Link>
      </th>
      <Figures of={link} seesAmounts={seesAmounts} />
      <td className="w-14 pr-2 sm:pr-4">
        <CopyLink link={link} />
      </td>
    </tr>
  )
}

type FiguresProps = {
  of: Pick<TrackingLink, 'visits' | 'follows' | 'subscriptions' | 'fans' | 'revenue' | 'cost'>
  seesAmounts: boolean
}

/** The columns of figures. */
function Figures({ of, seesAmounts }: FiguresProps) {
  const { visits, follows, subscriptions, revenue, cost } = of
  const each = perFan(of)
  return (
    <>
      {Object.entries({ visits, follows, subscriptions }).map(([column, count]) => (
        <td key={column} className="hidden px-3 text-right tabular-nums md:table-cell">
          {coinText(count)}
        </td>
      ))}
      {seesAmounts && (
        <>
          <td className="px-3 text-right">{revenue?.net ? <Coins amount={revenue.net} /> : none}</td>
          <td className="hidden px-3 text-right lg:table-cell">
            {cost ? <Money amount={cost} className="whitespace-nowrap tabular-nums" /> : none}
          </td>
          <td className="hidden px-3 text-right tabular-nums lg:table-cell">{returnText(of) ?? none}</td>
          <td className="hidden px-3 text-right xl:table-cell">
            {each === null ? none : <Money amount={each} className="whitespace-nowrap tabular-nums" />}
          </td>
        </>
      )}
    </>
  )
}

const none = <span className="text-ink-faint">–</span>

export const shownUrl = (url: string): string => url.replace(/^https?:\/\//, '')

type HeadProps = {
  by: TrackingLinkSort
  sort: TrackingLinkSort
  onSort: (sort: TrackingLinkSort) => void
  className?: string
  children: ReactNode
}

/** The head of a column by which the table is ordered; a second press gives the usual order back. */
function Head({ by, sort, onSort, className = '', children }: HeadProps) {
  const isSorted = sort === by
  const isUp = by === 'name'
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : 'none'}
      className={`px-3 font-semibold ${className}`}
    >
      <button
        type="button"
        onClick={() => onSort(isSorted ? 'newest' : by)}
        className="inline-flex min-h-11 items-center gap-1 hover:text-ink"
      >
        {children}
        {isSorted && <Icon name={isUp ? 'arrow-up' : 'chevron-down'} className="size-4" />}
      </button>
    </th>
  )
}
