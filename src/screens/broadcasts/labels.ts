import type { audiences, Broadcast, LeftOut } from '../../../contract/broadcast-shapes.ts'
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
  comparing: m.broadcasts_comparing,
  sent: m.broadcasts_sent,
  unsent: m.broadcasts_unsent,
}

/** What a broadcast goes to, in words. */
export function audienceName({ audience, list_name }: Pick<Broadcast, 'audience' | 'list_name'>): string {
  if (audience === 'list') return list_name ?? m.broadcasts_list_gone()
  if (audience === 'chosen') return m.broadcasts_chosen()
  return audience === 'unopened' ? m.broadcasts_unopened() : audienceLabels[audience]()
}

const leftLabels: Record<keyof LeftOut, (of: { count: number }) => string> = {
  waiting: m.broadcasts_left_waiting,
  weekly: m.broadcasts_left_weekly,
  owns: m.broadcasts_left_owns,
  off: m.broadcasts_left_off,
}

/** How many are left out and why; null when it is no one. */
export function leftOutText(leftOut: LeftOut | null): string | null {
  const parts = (Object.keys(leftLabels) as (keyof LeftOut)[])
    .filter((reason) => (leftOut?.[reason] ?? 0) > 0)
    .map((reason) => leftLabels[reason]({ count: leftOut?.[reason] ?? 0 }))
  return parts.length === 0 ? null : m.broadcasts_left_out({ list: parts.join(', ') })
}
