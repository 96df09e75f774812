import { type NotificationGroup, notificationGroups, type NotificationType } from '../../../contract/notifications.ts'

/** The group in whose settings a kind is. */
export const groupOf = (type: NotificationType): NotificationGroup =>
  groups.find((name) => (notificationGroups[name] as readonly NotificationType[]).includes(type)) ?? 'account'
const groups = Object.keys(notificationGroups) as NotificationGroup[]
