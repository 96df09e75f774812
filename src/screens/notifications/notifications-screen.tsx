import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { m } from '../../paraglide/messages.js'
import { notificationsQuery, useReadNotifications } from '../../queries/notifications.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { tabClasses, tabListClasses } from '../../ui/tabs.tsx'
import { Frame } from '../frame/frame.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { grouped } from './grouped.ts'
import { NotificationRow } from './notification-row.tsx'

/** The notifications, newest first and grouped: all, or those that are not read yet. */
export function NotificationsScreen({ unreadOnly }: { unreadOnly: boolean }) {
  const list = useInfiniteQuery(notificationsQuery(unreadOnly))
  const read = useReadNotifications()
  const viewer = useViewer()
  const unread = viewer?.unread_notifications ?? 0
  const isActing = viewer?.acting_as != null
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
            <Link
              to="/settings/notifications"
              aria-label={m.notifications_settings()}
              className={buttonClasses({ variant: 'ghost', size: 'icon' })}
            >
              <Icon name="settings" />
            </Link>
          )}
        </>
      }
    >
      <nav aria-label={m.notifications_show()} className={tabListClasses}>
        {[false, true].map((isUnread) => (
          <Link
            key={String(isUnread)}
            to="/notifications"
            search={isUnread ? { show: 'unread' } : {}}
            replace
            aria-current={isUnread === unreadOnly ? 'page' : undefined}
            className={tabClasses}
          >
            {isUnread ? m.notifications_show_unread() : m.notifications_show_all()}
          </Link>
        ))}
      </nav>
      {list.isPending && <SkeletonList rows={8} row="px-4 py-3.5 sm:px-6" />}
      {list.isError && !all && (
        <LoadError error={list.error} onRetry={() => void list.refetch()} busy={list.isRefetching} />
      )}
      {all?.length === 0 && (
        <EmptyState scene="trumpet" title={unreadOnly ? m.notifications_all_read() : m.notifications_empty_title()}>
          {unreadOnly ? m.notifications_all_read_text() : m.notifications_empty_text()}
        </EmptyState>
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
