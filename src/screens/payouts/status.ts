import type { Payout } from '../../../contract/payouts.ts'
import { m } from '../../paraglide/messages.js'

/** The tone of the badge of a payout's state. */
export const statusTones = {
  requested: 'plain',
  approved: 'plain',
  processing: 'plain',
  paid: 'leaf',
  failed: 'rust',
  cancelled: 'plain',
} as const

/** What a payout's state is called. */
export function statusName(status: Payout['status']): string {
  return {
    requested: m.payouts_status_requested,
    approved: m.payouts_status_approved,
    processing: m.payouts_status_processing,
    paid: m.payouts_status_paid,
    failed: m.payouts_status_failed,
    cancelled: m.payouts_status_cancelled,
  }[status]()
}
