import type { ReactNode } from 'react'
import type { AudienceFan } from '../../../contract/audience.ts'
import type { AudienceSort } from '../../../contract/audience-sorts.ts'
import { dayText } from '../../lib/dates.ts'
import { languageName } from '../../lib/language-name.ts'
import { m } from '../../paraglide/messages.js'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Coins } from '../../ui/coins.tsx'
import { RowCheck } from '../../ui/row-check.tsx'
import { SortHead } from '../../ui/sort-head.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { relationOfOne, relationTones } from './labels.ts'
import { everybody, isChosen, noFans, type Selection } from './selection.ts'

type FanTableProps = {
  fans: readonly AudienceFan[]
  count: number
  sort: AudienceSort
  selection: Selection
  onSort: (sort: AudienceSort) => void
  onToggle: (id: string) => void
  onSelect: (selection: Selection) => void
  onOpen: (fan: AudienceFan) => void
}

/** A row for each fan; phones show who they are, what they are and what they paid. */
export function FanTable({ fans, count, sort, selection, onSort, onToggle, onSelect, onOpen }: FanTableProps) {
  const seesAmounts = useClosed('can_payment') === null
  const isAll = selection.all && selection.ids.size === 0
  const head = { sort, onSort }
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">{m.audience_table()}</caption>
      <thead className="whitespace-nowrap border-hairline border-b text-ink-soft text-sm">
        <tr>
          <th scope="col" className="w-11 pl-2 sm:pl-4">
            <RowCheck
              label={m.audience_select_all({ count })}
              checked={isAll}
              onChange={() => onSelect(isAll ? noFans : everybody)}
            />
          </th>
          <Head {...head} by="name" className="w-full">
            {m.audience_column_fan()}
          </Head>
          <th scope="col" className="hidden px-3 font-semibold lg:table-cell">
            {m.audience_column_relation()}
          </th>
          <Head {...head} by="newest" otherwise="oldest" className="hidden md:table-cell">
            {m.audience_column_since()}
          </Head>
          <Head {...head} by="renewal" className="hidden xl:table-cell">
            {m.audience_column_renewal()}
          </Head>
          {seesAmounts && (
            <>
              <Head {...head} by="spent" className="text-right">
                {m.audience_column_spent()}
              </Head>
              <Head {...head} by="paid" className="hidden xl:table-cell">
                {m.audience_column_paid()}
              </Head>
            </>
          )}
          <th scope="col" className="hidden px-3 font-semibold 2xl:table-cell">
            {m.audience_column_language()}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-hairline">
        {fans.map((fan) => (
          <FanRow
            key={fan.user.id}
            fan={fan}
            seesAmounts={seesAmounts}
            isSelected={isChosen(selection, fan.user.id)}
            onToggle={() => onToggle(fan.user.id)}
            onOpen={() => onOpen(fan)}
          />
        ))}
      </tbody>
    </table>
  )
}

type FanRowProps = {
  fan: AudienceFan
  seesAmounts: boolean
  isSelected: boolean
  onToggle: () => void
  onOpen: () => void
}

function FanRow({ fan, seesAmounts, isSelected, onToggle, onOpen }: FanRowProps) {
  const { user, relation } = fan
  const name = user.display_name || `@${user.username}`
  const badge = <Badge tone={relationTones[relation]}>{relationOfOne[relation]()}</Badge>
  return (
    <tr className="hover:bg-sunken has-checked:bg-sunken">
      <td className="w-11 pl-2 sm:pl-4">
        <RowCheck label={m.audience_select({ name })} checked={isSelected} onChange={onToggle} />
      </td>
      <th scope="row" className="max-w-0 px-2 py-1 font-normal sm:px-3">
        <button
          type="button"
          data-item
          onClick={onOpen}
          className="flex min-h-13 w-full min-w-0 items-center gap-3 text-left"
        >
          <Avatar user={user} size="sm" />
          <span className="min-w-0">
            <bdi className="block truncate font-semibold">{name}</bdi>
            <span className="flex min-w-0 items-center gap-2 text-ink-soft text-sm">
              <span className="lg:hidden">{badge}</span>
              <span className="truncate max-sm:hidden">@{user.username}</span>
            </span>
          </span>
        </button>
      </th>
      <td className="hidden px-3 lg:table-cell">{badge}</td>
      <Day at={fan.since} className="hidden md:table-cell" />
      <Day at={fan.renews_at} className="hidden xl:table-cell" />
      {seesAmounts && (
        <>
          <td className="px-3 text-right">{fan.spent ? <Coins amount={fan.spent} /> : none}</td>
          <Day at={fan.last_paid_at} className="hidden xl:table-cell" />
        </>
      )}
      <td className="hidden px-3 text-ink-soft text-sm 2xl:table-cell">{languageName(fan.language)}</td>
    </tr>
  )
}

const none = <span className="text-ink-faint">–</span>

function Day({ at, className }: { at: string | null; className: string }) {
  return (
    <td className={`whitespace-nowrap px-3 text-ink-soft text-sm ${className}`}>{at === null ? none : dayText(at)}</td>
  )
}

type HeadProps = {
  by: AudienceSort
  /** The order of a second press. */
  otherwise?: AudienceSort
  sort: AudienceSort
  onSort: (sort: AudienceSort) => void
  className?: string
  children: ReactNode
}

/** The head of a column by which the table can be ordered. */
function Head({ by, otherwise = by, sort, onSort, className = '', children }: HeadProps) {
  const isSorted = sort === by || sort === otherwise
  const isUp = sort === 'name' || sort === 'renewal' || sort === 'oldest'
  return (
    <SortHead
      order={isSorted ? (isUp ? 'ascending' : 'descending') : null}
      onPress={() => onSort(sort === by ? otherwise : by)}
      className={className}
    >
      {children}
    </SortHead>
  )
}
