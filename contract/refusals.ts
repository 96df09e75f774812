/**
 * The refusal codes with their HTTP status. `api/platform/http/refusal.ts` does not compile unless each code has a
 * sentence `refusal_{code}` in both languages.
 */
export const refusals = {
  invalid_input: 400,
  human_check_failed: 400,
  invalid_token: 400,
  invalid_code: 400,
  unauthorised: 401,
  insufficient_coins: 402,
  forbidden: 403,
  email_verification_required: 403,
  onboarding_required: 403,
  chat_closed: 403,
  media_not_taken: 403,
  permission_denied: 403,
  not_creator: 403,
  not_staff: 403,
  spending_limit: 403,
  blocked_origin: 403,
  underage: 403,
  fresh_sign_in_required: 403,
  second_factor_required: 403,
  own_thing: 403,
  staff_account: 403,
  second_person_required: 403,
  consent_required: 403,
  off_shift: 403,
  not_found: 404,
  price_changed: 409,
  terms_changed: 409,
  idempotency_conflict: 409,
  identity_changed: 409,
  username_taken: 409,
  already_done: 409,
  not_editable: 409,
  conversation_claimed: 409,
  price_unconfirmed: 409,
  pins_full: 409,
  not_planned: 409,
  not_out: 409,
  list_exists: 409,
  too_many_lists: 409,
  too_many_automations: 409,
  too_many_replies: 409,
  list_in_use: 409,
  too_many_tracking_links: 409,
  too_many_albums: 409,
  album_full: 409,
  payout_method_waiting: 409,
  gone: 410,
  too_large: 413,
  unsupported_media: 415,
  wrong_host: 421,
  invalid_price: 422,
  restricted_word: 422,
  missing_receiver_id: 422,
  invalid_amount: 422,
  time_passed: 422,
  expires_too_soon: 422,
  invalid_username: 422,
  unreadable_captions: 422,
  rate_limited: 429,
  unavailable: 503,
  storage_full: 507,
  quota_full: 507,
} as const

export type RefusalCode = keyof typeof refusals

/** The fields of a refusal beside `error` and `message`. */
export type RefusalFacts = {
  /** The bytes that a creator keeps and may keep. */
  used?: number
  limit?: number
  shortfall?: number
  price?: number
  /** The word of the agency's list that a text contains. */
  word?: string
  needs?: 'follow' | 'subscribe'
  flag?: string
  reason?: string
  shouldLogout?: true
  retry_after?: number
  /** The time from which a payout method can be paid to. */
  usable_from?: string
  fields?: Record<string, string[]>
  /** When the next shift begins. */
  begins_at?: string
  /** The line of a file that cannot be read, from 1. */
  line?: number
}

export type RefusalBody = { error: RefusalCode | 'internal'; message: string; request_id?: string } & RefusalFacts
