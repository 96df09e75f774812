import type { Flag } from '../../../contract/endpoint.ts'
import type { LivePayload, LiveType } from '../../../contract/live.ts'
import { notificationTypes } from '../../../contract/notifications.ts'
import type { Permissions } from '../../../contract/profile.ts'
import type { PublishedEvent } from './live.ts'

/**
 * An event as an operator may receive it, or null when their flags do not allow it (product §34a). Events that are not
 * listed are withheld; the amount of a tip needs `can_payment`, and what the creator wrote in person is not edited by an
 * operator (product §71).
 */
export function filterByPermissions(event: PublishedEvent, permissions: Permissions): PublishedEvent | null {
  const needs = flagsOf(event)
  if (needs === 'never' || !needs.every((flag) => permissions[flag] === true)) return null
  return withMessage(event, (message) => ({
    ...message,
    ...('tip' in message && permissions.can_payment !== true && { tip: null }),
    ...('edit_until' in message && message.author === 'creator' && { edit_until: null }),
  }))
}

const opens: Record<LiveType, readonly Flag[] | 'never'> = {
  new_message: ['can_chat'],
  message_updated: ['can_chat'],
  message_deleted: ['can_chat'],
  read: ['can_chat'],
  typing: ['can_chat'],
  presence: ['can_chat'],
  request_updated: ['can_chat'],
  media_taken: ['can_chat'],
  media_unlocked: ['can_chat'],
  new_broadcast: ['can_chat', 'can_social'],
  new_post: ['can_social'],
  new_notification: 'never',
  balance: 'never',
  team_here: ['can_chat'],
  team_claim: ['can_chat'],
  team_event: 'never',
  // By kind, as below.
  calendar_changed: 'never',
  acting_log: 'never',
  session_revoked: [],
  resumed: [],
}

type CalendarKind = LivePayload<'calendar_changed'>['kind']
/** What an operator needs to see each kind in the calendar (product §75). */
const calendarFlags: Record<CalendarKind, readonly Flag[]> = {
  post: ['can_social'],
  broadcast: ['can_social', 'can_chat'],
  offer: ['can_social', 'can_payment'],
}

function flagsOf(event: PublishedEvent): readonly Flag[] | 'never' {
  if (event.type === 'calendar_changed') return calendarFlags[event.payload.kind as CalendarKind] ?? 'never'
  if (event.type === 'new_notification') {
    const kind = event.payload.kind
    const flag =
      typeof kind === 'string' && Object.hasOwn(notificationTypes, kind)
        ? notificationTypes[kind as keyof typeof notificationTypes]
        : 'never'
    return flag === 'never' ? 'never' : [flag]
  }
  return Object.hasOwn(opens, event.type) ? opens[event.type as LiveType] : 'never'
}

function withMessage(event: PublishedEvent, change: (message: Fields) => Fields): PublishedEvent {
  const { message } = event.payload
  if (typeof message !== 'object' || message === null) return event
  return { ...event, payload: { ...event.payload, message: change({ ...message }) } }
}
type Fields = Record<string, unknown>
