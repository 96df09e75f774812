import type { Message } from '../../../contract/chat.ts'

/** Where a message stands among those around it. */
export type Placement = {
  /** The first of its day. */
  isNewDay: boolean
  /** The first and the last of a group, which has one time and one face. */
  isFirst: boolean
  isLast: boolean
}

/**
 * Groups what one side wrote within minutes. `messages` are newest first, as a history is; while there are earlier ones,
 * the day of the oldest is not known to begin there.
 */
export function placeMessages(messages: readonly Message[], hasMore: boolean): Placement[] {
  return messages.map((message, at) => {
    const before = messages[at + 1]
    const after = messages[at - 1]
    return {
      isNewDay: before === undefined ? !hasMore : dayOf(before) !== dayOf(message),
      isFirst: before === undefined || !isOneGroup(before, message),
      isLast: after === undefined || !isOneGroup(message, after),
    }
  })
}

/** A tip stands by itself, and the team and the creator in person are two authors. */
function isOneGroup(before: Message, after: Message): boolean {
  return (
    before.sender.id === after.sender.id &&
    before.author === after.author &&
    before.type !== 'tip' &&
    after.type !== 'tip' &&
    dayOf(before) === dayOf(after) &&
    Date.parse(after.created_at) - Date.parse(before.created_at) < groupMs
  )
}

const dayOf = (message: Message): string => new Date(message.created_at).toDateString()
const groupMs = 5 * 60_000
