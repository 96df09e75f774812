import { type Flag, flags } from '../../contract/endpoint.ts'
import type { Permissions } from '../../contract/profile.ts'
import { m } from '../paraglide/messages.js'

/** What each flag opens, in a word and in a sentence (product §34a). */
export const flagLabels: Record<Flag, { name: () => string; hint: () => string }> = {
  can_chat: { name: m.agencies_flag_chat, hint: m.agencies_flag_chat_hint },
  can_payment: { name: m.agencies_flag_payment, hint: m.agencies_flag_payment_hint },
  can_medias: { name: m.agencies_flag_medias, hint: m.agencies_flag_medias_hint },
  can_profile: { name: m.agencies_flag_profile, hint: m.agencies_flag_profile_hint },
  can_social: { name: m.agencies_flag_social, hint: m.agencies_flag_social_hint },
  show_in_analytics: { name: m.agencies_flag_analytics, hint: m.agencies_flag_analytics_hint },
}

export const openFlags = (permissions: Permissions): string[] =>
  flags.filter((flag) => permissions[flag]).map((flag) => flagLabels[flag].name())
export const closedFlags = (permissions: Permissions): string[] =>
  flags.filter((flag) => !permissions[flag]).map((flag) => flagLabels[flag].name())
export const noFlags: Permissions = {
  can_chat: false,
  can_payment: false,
  can_medias: false,
  can_profile: false,
  can_social: false,
  show_in_analytics: true,
}
