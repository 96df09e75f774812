import { type NotificationGroup, type NotificationType, notificationGroups } from '../../../contract/notifications.ts'

/** The settings group of a kind of notification. */
export const groupOf = (type: NotificationType): NotificationGroup =>
  groups.find((name) => (notificationGroups[name] as readonly NotificationType[]).includes(type)) ?? 'account'
const groups = Object.keys(notificationGroups) as NotificationGroup[]
