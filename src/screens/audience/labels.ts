import type { AudienceSort } from '../../../contract/audience-sorts.ts'
import type { FanRelation } from '../../../contract/policy/fan-relation.ts'
import { m } from '../../paraglide/messages.js'

export const relationLabels: Record<FanRelation, () => string> = {
  subscriber: m.audience_relation_subscriber,
  trial: m.audience_relation_trial,
  gifted: m.audience_relation_gifted,
  follower: m.audience_relation_follower,
  expired: m.audience_relation_expired,
  buyer: m.audience_relation_buyer,
  blocked: m.audience_relation_blocked,
}

/** The same of one fan. */
export const relationOfOne: Record<FanRelation, () => string> = {
  subscriber: m.audience_is_subscriber,
  trial: m.audience_is_trial,
  gifted: m.audience_is_gifted,
  follower: m.audience_is_follower,
  expired: m.audience_is_expired,
  buyer: m.audience_is_buyer,
  blocked: m.audience_is_blocked,
}

export const relationTones: Record<FanRelation, 'plain' | 'leaf' | 'brass' | 'rust'> = {
  subscriber: 'leaf',
  trial: 'brass',
  gifted: 'brass',
  follower: 'plain',
  expired: 'plain',
  buyer: 'plain',
  blocked: 'rust',
}

export const sortLabels: Record<AudienceSort, () => string> = {
  newest: m.audience_sort_newest,
  oldest: m.audience_sort_oldest,
  name: m.audience_sort_name,
  spent: m.audience_sort_spent,
  paid: m.audience_sort_paid,
  renewal: m.audience_sort_renewal,
}
