import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useState } from 'react'
import type { Notification } from '../../../contract/notifications.ts'
import { m } from '../../paraglide/messages.js'
import { notificationsQuery, useReadNotifications } from '../../queries/notifications.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { preloadSheet } from '../../ui/sheet.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { Frame } from '../frame/frame.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { type Group, grouped } from './grouped.ts'
import { NotificationSettingsSheet } from './settings-sheet.tsx'

/** The notifications, newest first and grouped. */
export function NotificationsScreen() {
  const list = useInfiniteQuery(notificationsQuery)
  const read = useReadNotifications()
  const viewer = useViewer()
  const unread = viewer?.unread_notifications ?? 0
  const isActing = viewer?.acting_as != null
  const [isOpen, setIsOpen] = useState(false)
  const all = list.data?.pages.flatMap((page) => page.data)
  return (
    <Frame
      title={m.title_notifications()}
      actions={
        <>
          <Button
            variant="ghost"
            size="sm"
            busy={read.isPending}
            disabledReason={unread === 0 && !all?.some((it) => it.read_at === null) ? m.notifications_all_read() : null}
            onClick={() => read.mutate(undefined)}
          >
            <Icon name="check-check" />
            <span className="max-sm:sr-only">{m.notifications_read_all()}</span>
          </Button>
          {!isActing && (
            <button
              type="button"
              aria-label={m.notifications_settings()}
              onPointerEnter={preloadSheet}
              onClick={() => setIsOpen(true)}
              className={buttonClasses({ variant: 'ghost', size: 'icon' })}
            >
              <Icon name="settings" />
            </button>
          )}
        </>
      }
    >
      <NotificationSettingsSheet open={isOpen} onOpenChange={setIsOpen} />
      {list.isPending && <SkeletonList rows={8} row="px-4 py-3.5 sm:px-6" />}
      {list.isError && !all && (
        <LoadError error={list.error} onRetry={() => void list.refetch()} busy={list.isRefetching} />
      )}
      {all?.length === 0 && (
        <EmptyState title={m.notifications_empty_title()}>{m.notifications_empty_text()}</EmptyState>
      )}
      {all && all.length > 0 && (
        <>
          <ul className="divide-y divide-hairline">
            {grouped(all).map((group) => (
              <NotificationRow
                key={group.first.id}
                group={group}
                onRead={() => group.unread.length > 0 && read.mutate(group.unread)}
              />
            ))}
          </ul>
          <ListEnd
            hasMore={list.hasNextPage}
            loading={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage()}
          />
        </>
      )}
    </Frame>
  )
}

function NotificationRow({ group: { first, others, unread }, onRead }: { group: Group; onRead: () => void }) {
  const isUnread = unread.length > 0
  return (
    <li>
      <Link
        to={first.object.url}
        onClick={onRead}
        data-item
        className={clsx(
          'flex min-h-18 items-center gap-3 px-4 py-3 sm:px-6 outline-offset-[-4px] hover:bg-sunken',
          isUnread && 'bg-raised',
        )}
      >
        <Face notification={first} />
        <span className="min-w-0 flex-1">
          <span className={clsx('block [overflow-wrap:anywhere]', isUnread && 'font-semibold')}>
            {first.text}
            {others > 0 && <span className="text-ink-soft"> {m.notifications_and_others({ count: others })}</span>}
          </span>
          <TimeAgo at={first.created_at} className="text-ink-faint text-sm" />
        </span>
        {isUnread && (
          <span className="size-2.5 shrink-0 rounded-full bg-signal">
            <span className="sr-only">{m.nav_unread()}</span>
          </span>
        )}
      </Link>
    </li>
  )
}

function Face({ notification: { actor } }: { notification: Notification }) {
  if (actor) return <Avatar user={actor} />
  return (
    <span aria-hidden="true" className="flex size-11 shrink-0 items-center justify-center rounded-full bg-sunken">
      <Icon name="bell" />
    </span>
  )
}
