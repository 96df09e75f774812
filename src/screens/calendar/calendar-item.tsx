import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import type { CalendarItem } from '../../../contract/calendar.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { isMovable, useCalendar, useDragOf } from './calendar-context.ts'
import { factsOf, timeText, titleOf } from './labels.ts'

/** An item with all that is known of it; what is over is dimmed and says so in words. */
export function ItemCard({ item, narrow = false }: { item: CalendarItem; narrow?: boolean }) {
  const { zone, dragged, onMove } = useCalendar()
  const title = titleOf(item)
  return (
    <article
      {...useDragOf(item)}
      className={clsx(
        'flex items-start gap-3 rounded-control border px-3 py-2',
        narrow && 'lg:flex-col lg:gap-1 lg:p-2',
        item.is_past ? 'border-hairline text-ink-soft' : 'border-edge bg-raised',
        isMovable(item) && 'lg:cursor-grab',
        dragged === item && 'border-dashed',
      )}
    >
      <div className={clsx('min-w-0 flex-1', narrow && 'lg:w-full')}>
        <p className="flex items-center gap-1.5 text-ink-soft text-sm tabular-nums">
          <Icon name={icons[item.kind]} className="size-4" />
          <time dateTime={item.at}>{timeText(item.at, zone)}</time>
        </p>
        <ItemLink
          item={item}
          className={clsx('block py-1 hover:underline', item.is_past ? 'font-medium' : 'font-semibold')}
        >
          <bdi className="line-clamp-2 wrap-anywhere">{title}</bdi>
        </ItemLink>
        <p className="text-ink-soft text-sm">{factsOf(item)}</p>
      </div>
      {isMovable(item) && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={m.calendar_move_of({ title })}
          className={clsx('shrink-0', narrow && 'lg:-ml-2')}
          onClick={() => onMove(item)}
        >
          {m.calendar_move()}
        </Button>
      )}
    </article>
  )
}

/** An item in a day of a month: its time and a short title. */
export function ItemLine({ item }: { item: CalendarItem }) {
  const { zone, dragged } = useCalendar()
  return (
    <div
      {...useDragOf(item)}
      className={clsx(
        'rounded-control border px-1.5',
        item.is_past ? 'border-transparent text-ink-soft' : 'border-edge bg-raised',
        isMovable(item) && 'cursor-grab',
        dragged === item && 'border-dashed',
      )}
    >
      <ItemLink item={item} className="flex h-6 items-center gap-1 text-xs hover:underline">
        <Icon name={icons[item.kind]} className="size-3 shrink-0" />
        <span className="min-w-0 truncate">
          <span className="tabular-nums">{timeText(item.at, zone)}</span> <bdi>{titleOf(item)}</bdi>
        </span>
      </ItemLink>
    </div>
  )
}

const icons = { post: 'image', expiry: 'archive', broadcast: 'megaphone', rest: 'megaphone', offer: 'tag' } as const

/** To what an item is about. The whole card is dragged, and not its link alone. */
function ItemLink({ item, ...rest }: { item: CalendarItem; className: string; children: ReactNode }) {
  const username = useViewer()?.username ?? ''
  const look: Pick<ComponentProps<'a'>, 'className' | 'children' | 'draggable'> = { ...rest, draggable: false }
  if (item.kind === 'broadcast' || item.kind === 'rest') return <Link to="/chat/creator-channel" {...look} />
  if (item.kind === 'offer') return <Link to="/settings/subscriptions" {...look} />
  return item.is_past || item.kind === 'expiry' ? (
    <Link to="/@{$username}/$id" params={{ username, id: item.id }} {...look} />
  ) : (
    <Link to="/upload" search={{ step: 'post', post: item.id }} {...look} />
  )
}
