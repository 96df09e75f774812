import type { OpenConversation } from '../../../contract/chat.ts'
import type { ConversationAct } from '../../../contract/inbox.ts'
import { m } from '../../paraglide/messages.js'
import type { MenuItem } from '../../ui/menu-trigger.tsx'

/** Pinning, leaving for later and marking as unread, for the menu of a conversation in a creator's inbox. */
export function keepItems(
  { pinned, snoozed_until }: OpenConversation,
  onAct: (act: ConversationAct, until?: string) => void,
): MenuItem[] {
  const isSnoozed = snoozed_until != null && Date.parse(snoozed_until) > Date.now()
  const snoozes: MenuItem[] = isSnoozed
    ? [{ label: m.inbox_act_unsnooze(), icon: 'undo-2', onSelect: () => onAct('unsnooze') }]
    : times.map(({ label, at }) => ({
        label: label(),
        icon: 'clock',
        onSelect: () => onAct('snooze', at().toISOString()),
      }))
  return [
    pinned
      ? { label: m.inbox_act_unpin(), icon: 'pin', onSelect: () => onAct('unpin') }
      : { label: m.inbox_act_pin(), icon: 'pin', onSelect: () => onAct('pin') },
    ...snoozes,
    { label: m.inbox_act_unread(), icon: 'mail', onSelect: () => onAct('unread') },
  ]
}

/** Whether the creator takes pictures and voice notes of the fan, for the same menu. */
export const mediaItem = ({ takes_media: isTaken }: OpenConversation, onTake: (taken: boolean) => void): MenuItem => ({
  label: isTaken ? m.chat_end_media() : m.chat_take_media(),
  icon: 'image',
  onSelect: () => onTake(!isTaken),
})

const times: readonly { label: () => string; at: () => Date }[] = [
  { label: m.inbox_snooze_hour, at: () => new Date(Date.now() + 3_600_000) },
  { label: m.inbox_snooze_tomorrow, at: tomorrowAtNine },
  { label: m.inbox_snooze_week, at: () => new Date(Date.now() + 7 * 86_400_000) },
]

function tomorrowAtNine(): Date {
  const at = new Date()
  at.setDate(at.getDate() + 1)
  at.setHours(9, 0, 0, 0)
  return at
}
