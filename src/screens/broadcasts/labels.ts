import type { audiences, Broadcast } from '../../../contract/broadcasts.ts'
import { m } from '../../paraglide/messages.js'

export type Audience = (typeof audiences)[number]

/** What an audience is called. */
export const audienceLabels: Record<Audience, () => string> = {
  followers: m.broadcasts_followers,
  subscribers: m.broadcasts_subscribers,
  all: m.broadcasts_all,
  expired: m.broadcasts_expired,
  new_subscribers: m.broadcasts_new_subscribers,
  spenders: m.broadcasts_spenders,
  non_spenders: m.broadcasts_non_spenders,
}

export const statusLabels: Record<Broadcast['status'], () => string> = {
  scheduled: m.broadcasts_scheduled,
  sending: m.broadcasts_sending,
  sent: m.broadcasts_sent,
  unsent: m.broadcasts_unsent,
}
