import type { IconName } from '../../ui/icon-names.ts'

/** The icon of a movement of coins, by its kind; the name of the kind is beside it. */
export const movementIcon = (kind: string): IconName => icons[kind] ?? 'coins'

const icons: Record<string, IconName> = {
  topup: 'credit-card',
  subscription: 'star',
  renewal: 'refresh-cw',
  unlock: 'lock-open',
  post: 'lock-open',
  tip: 'coins',
  gift: 'gift',
  refund: 'undo-2',
  chargeback: 'undo-2',
  transfer: 'wallet',
  payout: 'wallet',
  request: 'message-square',
  release: 'check',
  referral: 'users',
}
