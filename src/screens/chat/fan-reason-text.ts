import { m } from '../../paraglide/messages.js'
import { reasonText } from '../vault/reason-text.ts'

/** Why what a fan wanted to send did not become media, in words that follow a colon: a fan has limits of their own. */
export function fanReasonText(reason: string | null): string {
  const own = reason !== null && Object.hasOwn(reasons, reason) ? reasons[reason as keyof typeof reasons] : null
  return own ? own() : reasonText(reason)
}

const reasons = {
  too_many_bytes: m.chat_reason_too_large,
  too_long: m.chat_reason_too_long,
  wrong_kind: m.chat_reason_no_picture,
  refused: m.chat_reason_not_taken,
  quota_full: m.chat_reason_full,
  too_many: m.chat_reason_too_many,
}
