import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { unwrap } from '../lib/refusal.ts'
import { getNotifications, readNotifications } from '../server/notifications.functions.ts'
import { patchProfile, profileQuery } from './session.ts'

export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications'],
  queryFn: ({ pageParam }) => unwrap(getNotifications({ data: { cursor: pageParam } })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next ?? undefined,
})

/** Marks some notifications as read, or all of them; the badge follows. */
export function useReadNotifications() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (ids: string[] | undefined) => unwrap(readNotifications({ data: ids === undefined ? {} : { ids } })),
    onSuccess: (_, ids) => {
      const at = new Date().toISOString()
      queryClient.setQueryData(
        notificationsQuery.queryKey,
        (list) =>
          list && {
            ...list,
            pages: list.pages.map((page) => ({
              ...page,
              data: page.data.map((it) =>
                it.read_at === null && (ids === undefined || ids.includes(it.id)) ? { ...it, read_at: at } : it,
              ),
            })),
          },
      )
      if (ids === undefined) patchProfile(queryClient, () => ({ unread_notifications: 0 }))
      return queryClient.invalidateQueries({ queryKey: profileQuery.queryKey })
    },
  })
}
