import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PaidMessageSort } from '../../../contract/paid-message-sorts.ts'
import type { PaidMessage } from '../../../contract/paid-messages.ts'
import { m } from '../../paraglide/messages.js'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Coins } from '../../ui/coins.tsx'
import { RowCheck } from '../../ui/row-check.tsx'
import { SortHead } from '../../ui/sort-head.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { noFans, type Selection, toggled } from '../audience/selection.ts'
import { useClosed } from '../frame/use-closed.ts'
import { stateLabels, stateOf, writerOf } from './labels.ts'

type MessageTableProps = {
  messages: readonly PaidMessage[]
  sort: PaidMessageSort
  onSort: (sort: PaidMessageSort) => void
  selection: Selection
  onSelect: (selection: Selection) => void
}

/** A row for each message, which opens its conversation; phones show who, what became of it, and what it earned. */
export function MessageTable({ messages, sort, onSort, selection, onSelect }: MessageTableProps) {
  // Lists of fans are the audience's.
  const choosesFans = useClosed('can_social') === null
  const ids = new Set(messages.flatMap(({ fan }) => fan?.id ?? []))
  const isAll = ids.size > 0 && [...ids].every((id) => selection.ids.has(id))
  const head = { sort, onSort }
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">{m.paid_messages_title()}</caption>
      <thead className="whitespace-nowrap border-hairline border-b text-ink-soft text-sm">
        <tr>
          {choosesFans && (
            <th scope="col" className="w-11 pl-2 sm:pl-4">
              <RowCheck
                label={m.paid_messages_select_all()}
                checked={isAll}
                onChange={() => onSelect(isAll ? noFans : { all: false, ids })}
              />
            </th>
          )}
          <th scope="col" className="w-full px-3 font-semibold sm:px-4">
            {m.paid_messages_fan()}
          </th>
          <th scope="col" className="hidden px-3 font-semibold sm:table-cell">
            {m.paid_messages_states()}
          </th>
          <th scope="col" className="hidden px-3 font-semibold lg:table-cell">
            {m.paid_messages_by()}
          </th>
          <Head {...head} by="newest" className="hidden md:table-cell">
            {m.paid_messages_sent()}
          </Head>
          <Head {...head} by="price" className="hidden text-right sm:table-cell">
            {m.paid_messages_price()}
          </Head>
          <Head {...head} by="earned" className="pr-4 text-right sm:pr-6">
            {m.paid_messages_earned()}
          </Head>
        </tr>
      </thead>
      <tbody className="divide-y divide-hairline">
        {messages.map((message) => (
          <Row
            key={message.id}
            message={message}
            isSelected={message.fan !== null && selection.ids.has(message.fan.id)}
            onToggle={choosesFans ? (id) => onSelect(toggled(selection, id)) : null}
          />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = { message: PaidMessage; isSelected: boolean; onToggle: ((fanId: string) => void) | null }

function Row({ message, isSelected, onToggle }: RowProps) {
  const { fan, price, earned, sent_at: sentAt } = message
  const name = fan ? fan.display_name || `@${fan.username}` : m.paid_messages_fan_gone()
  const state = stateOf(message)
  return (
    <tr className="hover:bg-sunken has-checked:bg-sunken">
      {onToggle && (
        <td className="w-11 pl-2 sm:pl-4">
          {fan && (
            <RowCheck label={m.audience_select({ name })} checked={isSelected} onChange={() => onToggle(fan.id)} />
          )}
        </td>
      )}
      <th scope="row" className="max-w-0 px-3 py-1 font-normal sm:px-4">
        <Conversation message={message} name={name}>
          <span className="truncate text-ink-soft text-sm sm:hidden">
            {stateLabels[state]()} · <TimeAgo at={sentAt} />
          </span>
        </Conversation>
      </th>
      <td className="hidden whitespace-nowrap px-3 sm:table-cell">
        <Badge tone={state === 'bought' ? 'leaf' : 'plain'}>{stateLabels[state]()}</Badge>
      </td>
      <td className="hidden max-w-40 truncate px-3 text-ink-soft text-sm lg:table-cell">
        <bdi>{writerOf(message)}</bdi>
      </td>
      <td className="hidden whitespace-nowrap px-3 text-ink-soft text-sm md:table-cell">
        <TimeAgo at={sentAt} />
      </td>
      <td className="hidden px-3 text-right sm:table-cell">
        <Coins amount={price} />
      </td>
      <td className="px-3 pr-4 text-right sm:pr-6">
        {earned > 0 ? <Coins amount={earned} /> : <span className="text-ink-faint">–</span>}
      </td>
    </tr>
  )
}

/** Fan and words, which lead to the conversation; of a deleted account there is none to write in. */
function Conversation({ message, name, children }: { message: PaidMessage; name: string; children: ReactNode }) {
  const { fan, text, is_deleted: isDeleted } = message
  const words = isDeleted ? m.paid_messages_deleted() : text || m.paid_messages_wordless()
  const inner = (
    <>
      {fan && <Avatar user={fan} size="sm" />}
      <span className="flex min-w-0 flex-col">
        <bdi className="truncate font-semibold">{name}</bdi>
        <bdi className="truncate text-ink-soft text-sm">{words}</bdi>
        {children}
      </span>
    </>
  )
  const classes = 'flex min-h-13 min-w-0 items-center gap-3 py-1'
  if (!fan?.username) return <span className={classes}>{inner}</span>
  return (
    <Link to="/chat" search={{ mode: 'creator', u: fan.username }} data-item className={classes}>
      {inner}
    </Link>
  )
}

type HeadProps = {
  by: PaidMessageSort
  sort: PaidMessageSort
  onSort: (sort: PaidMessageSort) => void
  className: string
  children: ReactNode
}

/** The head of a column by which the table is ordered; a second press gives the usual order back. */
function Head({ by, sort, onSort, className, children }: HeadProps) {
  const isSorted = sort === by
  return (
    <SortHead
      order={isSorted ? 'descending' : null}
      onPress={() => onSort(isSorted ? 'newest' : by)}
      className={className}
    >
      {children}
    </SortHead>
  )
}
