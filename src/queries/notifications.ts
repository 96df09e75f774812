import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Sent } from '../../contract/endpoint.ts'
import type { notifications } from '../../contract/notifications.ts'
import { unwrap } from '../lib/refusal.ts'
import {
  getBell,
  getNotificationSettings,
  getNotifications,
  readNotifications,
  setBell,
  setNotificationSettings,
  subscribePush,
  unsubscribePush,
} from '../server/notifications.functions.ts'
import { cursorPages } from './cursor-pages.ts'
import { notificationKeys } from './notification-keys.ts'
import { patchProfile, profileQuery } from './session.ts'

/** The notifications, newest first: all, or the unread ones. */
export const notificationsQuery = (unreadOnly: boolean) =>
  infiniteQueryOptions({
    queryKey: unreadOnly ? notificationKeys.unread : notificationKeys.list,
    queryFn: ({ pageParam }) =>
      unwrap(getNotifications({ data: { cursor: pageParam, ...(unreadOnly && { unread: 'true' }) } })),
    ...cursorPages,
  })

/** Marks some notifications as read, or all of them; the badge follows. */
export function useReadNotifications() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (ids: string[] | undefined) => unwrap(readNotifications({ data: ids === undefined ? {} : { ids } })),
    onSuccess: (_, ids) => {
      const at = new Date().toISOString()
      // In the list of unread ones they stay until it is opened again, so that nothing moves under a finger.
      for (const unreadOnly of [false, true])
        queryClient.setQueryData(
          notificationsQuery(unreadOnly).queryKey,
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

/** Where each group of notifications goes. */
export const notificationSettingsQuery = queryOptions({
  queryKey: notificationKeys.settings,
  queryFn: () => unwrap(getNotificationSettings({ data: {} })),
})

export function useSetNotificationSettings() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (data: Sent<typeof notifications.setSettings>) => unwrap(setNotificationSettings({ data })),
    onSuccess: (settings) => queryClient.setQueryData(notificationSettingsQuery.queryKey, settings),
  })
}

/** Whether new posts of a creator notify the viewer. */
export const bellQuery = (creatorId: string) =>
  queryOptions({
    queryKey: notificationKeys.bell(creatorId),
    queryFn: () => unwrap(getBell({ data: { id: creatorId } })),
  })

export function useSetBell(creatorId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (on: boolean) => unwrap(setBell({ data: { id: creatorId, on } })),
    onSuccess: (bell) => queryClient.setQueryData(bellQuery(creatorId).queryKey, bell),
  })
}

/** Whether this browser takes web push now; null where it cannot. */
export const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: async () => {
    if (!('PushManager' in window)) return null
    const worker = await navigator.serviceWorker.getRegistration()
    return worker === undefined ? null : (await worker.pushManager.getSubscription()) !== null
  },
})

/** Turns web push on or off for this browser. The browser itself asks for permission. */
export function usePush(key: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (isOn: boolean) => {
      const { pushManager } = await navigator.serviceWorker.ready
      const before = await pushManager.getSubscription()
      if (!isOn) {
        if (before) await unwrap(unsubscribePush({ data: { endpoint: before.endpoint } }))
        return before?.unsubscribe()
      }
      const { endpoint, keys } = (
        await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
      ).toJSON()
      return unwrap(
        subscribePush({
          data: { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
        }),
      )
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: pushQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: notificationKeys.settings }),
      ]),
    meta: { shown: true },
  })
}
