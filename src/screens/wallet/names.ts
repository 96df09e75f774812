import { m } from '../../paraglide/messages.js'

/** What a movement is called. */
export function kindName(kind: string): string {
  return (kinds[kind] ?? m.wallet_kind_other)()
}

const kinds: Record<string, () => string> = {
  topup: m.wallet_kind_topup,
  subscription: m.wallet_kind_subscription,
  renewal: m.wallet_kind_renewal,
  unlock: m.wallet_kind_unlock,
  post: m.wallet_kind_post,
  tip: m.wallet_kind_tip,
  gift: m.wallet_kind_gift,
  refund: m.wallet_kind_refund,
  transfer: m.wallet_kind_transfer,
  chargeback: m.wallet_kind_chargeback,
  request: m.wallet_kind_request,
  release: m.wallet_kind_release,
  payout: m.wallet_kind_payout,
  referral: m.wallet_kind_referral,
}

/** Whose account a posting is on, in plain words. */
export function accountName(account: string, owner: 'you' | 'other' | 'platform'): string {
  // What a gift or a request holds back is the fan's until it is accepted.
  if (account === 'escrow') return m.wallet_account_escrow()
  if (owner === 'you') return account === 'wallet' ? m.wallet_account_wallet() : m.wallet_account_earnings()
  if (account === 'fee') return m.wallet_account_fee()
  if (account === 'provider') return m.wallet_account_provider()
  if (account === 'referral') return m.wallet_account_referral()
  return owner === 'platform' ? m.wallet_account_platform() : m.wallet_account_other()
}

/** What is known beside the kind, mostly why something was taken back: a word of ours in the viewer's language, or what staff wrote. */
export function reasonText(reason: string): string {
  return reasons[reason]?.() ?? reason
}

const reasons: Record<string, () => string> = {
  dispute: m.wallet_reason_dispute,
  dispute_won: m.wallet_reason_dispute_won,
  provider_refund: m.wallet_reason_refund,
  refund: m.wallet_reason_refund,
  declined: m.wallet_reason_declined,
  withdrawn: m.wallet_reason_taken_back,
  taken_back: m.wallet_reason_taken_back,
  expired: m.wallet_reason_expired,
  bundle_3: m.wallet_reason_bundle_3,
  bundle_6: m.wallet_reason_bundle_6,
  bundle_12: m.wallet_reason_bundle_12,
}
