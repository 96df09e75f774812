import type { PaidMessageState } from '../../../contract/paid-message-sorts.ts'
import type { PaidMessage } from '../../../contract/paid-messages.ts'
import { m } from '../../paraglide/messages.js'

export const stateLabels: Record<PaidMessageState, () => string> = {
  unopened: m.paid_messages_is_unopened,
  unbought: m.paid_messages_is_unbought,
  bought: m.paid_messages_is_bought,
}

export function stateOf({ bought_at: boughtAt, is_opened: isOpened }: PaidMessage): PaidMessageState {
  if (boughtAt !== null) return 'bought'
  return isOpened ? 'unbought' : 'unopened'
}

/** Who wrote it: the operator by name where it is known. */
export function writerOf({ author, operator }: PaidMessage): string {
  if (operator) return operator.display_name || `@${operator.username}`
  return author === 'team' ? m.paid_messages_by_team() : m.paid_messages_by_creator()
}
