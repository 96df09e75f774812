import type { RefusalCode } from '../../contract/refusals.ts'
import { m } from '../paraglide/messages.js'

/**
 * The message of every refusal in the language of the request. Only the server functions use it, so that a
 * page does not carry messages that it does not show.
 */
export const refusalMessages: Record<RefusalCode | 'internal', () => string> = {
  invalid_input: m.refusal_invalid_input,
  human_check_failed: m.refusal_human_check_failed,
  invalid_token: m.refusal_invalid_token,
  unauthorised: m.refusal_unauthorised,
  insufficient_coins: m.refusal_insufficient_coins,
  forbidden: m.refusal_forbidden,
  email_verification_required: m.refusal_email_verification_required,
  onboarding_required: m.refusal_onboarding_required,
  chat_closed: m.refusal_chat_closed,
  permission_denied: m.refusal_permission_denied,
  not_creator: m.refusal_not_creator,
  not_staff: m.refusal_not_staff,
  spending_limit: m.refusal_spending_limit,
  blocked_origin: m.refusal_blocked_origin,
  underage: m.refusal_underage,
  fresh_sign_in_required: m.refusal_fresh_sign_in_required,
  second_factor_required: m.refusal_second_factor_required,
  own_thing: m.refusal_own_thing,
  staff_account: m.refusal_staff_account,
  second_person_required: m.refusal_second_person_required,
  not_found: m.refusal_not_found,
  price_changed: m.refusal_price_changed,
  idempotency_conflict: m.refusal_idempotency_conflict,
  username_taken: m.refusal_username_taken,
  already_done: m.refusal_already_done,
  payout_method_waiting: m.refusal_payout_method_waiting,
  gone: m.refusal_gone,
  too_large: m.refusal_too_large,
  unsupported_media: m.refusal_unsupported_media,
  wrong_host: m.refusal_wrong_host,
  invalid_price: m.refusal_invalid_price,
  missing_receiver_id: m.refusal_missing_receiver_id,
  invalid_amount: m.refusal_invalid_amount,
  invalid_username: m.refusal_invalid_username,
  rate_limited: m.refusal_rate_limited,
  unavailable: m.refusal_unavailable,
  storage_full: m.refusal_storage_full,
  internal: m.refusal_internal,
}
