import type { Permissions } from '../../contract/profile.ts'
import { blocks } from '../platform/db/rules.ts'
import { bool } from '../platform/db/statement.ts'
import { onShift } from './shifts.ts'

/** The flags as columns: only `true` grants (product §34a). */
export const flagsOf = (row: FlagRow): Permissions => ({
  can_chat: row.can_chat === true,
  can_payment: row.can_payment === true,
  can_medias: row.can_medias === true,
  can_profile: row.can_profile === true,
  can_social: row.can_social === true,
  show_in_analytics: row.show_in_analytics === true,
})
export type FlagRow = { [K in keyof Permissions]: boolean | null }

/** The flags as columns and as parameters of a statement. */
export const flagTypes = {
  can_chat: bool,
  can_payment: bool,
  can_medias: bool,
  can_profile: bool,
  can_social: bool,
  show_in_analytics: bool,
} satisfies Record<keyof Permissions, unknown>

/** SQL for the flags of grant `g` under link `l`: the ceiling caps the grant (product §33). */
export const cappedFlags = `
  g.can_chat and l.can_chat as can_chat, g.can_payment and l.can_payment as can_payment,
  g.can_medias and l.can_medias as can_medias, g.can_profile and l.can_profile as can_profile,
  g.can_social and l.can_social as can_social, g.show_in_analytics and l.show_in_analytics as show_in_analytics`

/** SQL: grant `g` of member `m` under link `l` in agency `a` is given now, by its time and its agency. */
export const grantStands = `
  g.revoked_at is null and (g.until is null or g.until > now()) and g.starts_at <= now()
  and m.ended_at is null and l.status = 'active' and a.dissolved_at is null`

/** SQL: it holds now: it stands, and it is on shift (product §79). */
export const grantHolds = `${grantStands} and ${onShift('now()')}`

/** SQL: it stands and is for the chat of a creator whose account is open and who has not blocked the member. */
export const standsForChat = `${grantStands} and g.can_chat and l.can_chat
  and exists (select 1 from users o where o.id = l.user_id and o.deleted_at is null)
  and not ${blocks('l.user_id', 'm.user_id')}`

/** SQL: it opens that chat now. */
export const opensChat = `${standsForChat} and ${onShift('now()')}`

export const grantTables = `
  agency_grants g join agency_members m on m.id = g.member_id
  join agency_creators l on l.id = g.creator_link_id join agencies a on a.id = g.agency_id`

/**
 * SQL: claim `k` of an operator on a conversation is held now: its lease runs, and its holder may still chat as the
 * creator (product §58).
 */
export const claimIsHeld = `(k.until > now() and exists (select 1 from ${grantTables}
      where g.agency_id = k.agency_id and l.user_id = k.creator_id and m.user_id = k.operator_id and ${opensChat}))`
