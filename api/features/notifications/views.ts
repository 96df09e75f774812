import { coinsOf } from '../../../contract/coins.ts'
import { currency } from '../../../contract/limits.ts'
import {
  type Notification,
  type NotificationType,
  notificationTypes,
  type Thumbnail,
} from '../../../contract/notifications.ts'
import type { User } from '../../../contract/users.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import fr from '../../../messages/fr.json' with { type: 'json' }
import type { Locale } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { NotificationRow } from './statements.ts'

/** Null is every kind; an operator sees those that the flags open (product §34a). */
export function visibleTypes(viewer: Viewer): string[] | null {
  const permissions = viewer.acting?.permissions
  if (permissions === undefined) return null
  return Object.entries(notificationTypes).flatMap(([type, flag]) =>
    flag !== 'never' && permissions[flag] === true ? [type] : [],
  )
}

/** A notification in the reader's language, with the picture of its thing; amounts only for those who may see them. */
export function presentNotification(
  row: NotificationRow,
  actor: User | null,
  { locale, seesAmounts }: { locale: Locale; seesAmounts: boolean },
  thumbnail: Thumbnail | null,
): Notification {
  return {
    id: row.id,
    type: row.type,
    actor,
    object: { kind: row.object_kind, id: row.object_id, url: notificationUrl(row, actor) },
    thumbnail,
    text: notificationText(seesAmounts ? row : { ...row, amount_cents: null }, actor, locale),
    created_at: row.created_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
  }
}

/** The sentence of a notification; mail and push use it too. */
export function notificationText(
  row: Pick<NotificationRow, 'type' | 'amount_cents' | 'happens_at'>,
  actor: Pick<User, 'username' | 'display_name'> | null,
  locale: Locale,
): string {
  const template = sentences[locale][`notifications_text_${sentenceOf(row)}`]
  const name =
    actor?.display_name || (actor?.username ? `@${actor.username}` : sentences[locale].notifications_unnamed_user)
  const amount = row.amount_cents ?? 0
  return template
    .replaceAll('{name}', () => name)
    .replaceAll('{coins}', () => coins(amount, locale))
    .replaceAll('{money}', () => money(amount, locale))
    .replaceAll('{day}', () => dayText(row.happens_at, locale))
}

/** A request is told without its amount to those who may not see amounts. */
function sentenceOf({ type, amount_cents }: Pick<NotificationRow, 'type' | 'amount_cents'>): Sentence {
  if (type === 'request_received' && amount_cents === null) return 'request_received_unpriced'
  return known(type) ? type : 'other'
}

const known = (type: string): type is NotificationType => Object.hasOwn(notificationTypes, type)

type Sentence = NotificationType | 'request_received_unpriced' | 'other'
/** Does not compile when a kind lacks its sentence in one language. */
type Sentences = Record<`notifications_text_${Sentence}` | 'notifications_unnamed_user', string>
const sentences: Record<Locale, Sentences> = { en, fr }

/** With its unit: `1 coin`, `4.5 coins`, `1,5 pièce`. */
function coins(cents: number, locale: Locale): string {
  const amount = new Intl.NumberFormat(tags[locale], { maximumFractionDigits: 2 }).format(coinsOf(cents))
  const isOne = new Intl.PluralRules(locale).select(coinsOf(cents)) === 'one'
  return `${amount} ${{ en, fr }[locale].ui_coins[0]?.match[isOne ? 'n=one' : 'n=*']}`
}

const money = (cents: number, locale: Locale): string =>
  new Intl.NumberFormat(tags[locale], { style: 'currency', currency }).format(coinsOf(cents))

/** A day in UTC, as on the screens: `20 November 2026`, `1er janvier 2027`. */
function dayText(at: Date | null, locale: Locale): string {
  if (at === null) return ''
  const text = new Intl.DateTimeFormat(tags[locale], { dateStyle: 'long', timeZone: 'UTC' }).format(at)
  return locale === 'fr' ? text.replace(/^1 /, '1er ') : text
}

const tags: Record<Locale, string> = { en: 'en-GB', fr: 'fr-FR' }

/** Where a click leads: always a path of this site. */
export function notificationUrl(row: NotificationRow, actor: User | null): string {
  const { type, object_kind, object_id, ticket, as_creator, author } = row
  if (ticket) return `/settings/report?ticket=${ticket}`
  if (type === 'review_received' && object_id !== null) return `/agency/${object_id}?tab=reviews`
  const actorPage = actor?.username ? `/@${actor.username}` : '/notifications'
  if (known(type) && pages[type] !== undefined) return pages[type]
  if (object_kind === 'message') {
    const inbox = as_creator === true ? 'mode=creator&' : ''
    return actor?.username ? `/chat?${inbox}u=${actor.username}` : '/chat'
  }
  return author !== null && object_id !== null ? `/@${author}/${object_id}` : actorPage
}

const pages: Partial<Record<NotificationType, string>> = {
  new_broadcast: '/chat/creator-channel',
  subscription_renewed: '/subscriptions',
  subscription_ended: '/settings/subscriptions',
  renewal_reminder: '/subscriptions',
  renewal_failed: '/subscriptions',
  subscription_lapsed: '/subscriptions',
  price_consent: '/subscriptions',
  topup_paid: '/settings/payments',
  topup_failed: '/settings/payments',
  topup_taken_back: '/settings/payments',
  topup_returned: '/settings/payments',
  refunded: '/settings/payments',
  sale_refunded: '/settings/payouts',
  sale_restored: '/settings/payouts',
  payout_approved: '/settings/payouts',
  payout_paid: '/settings/payouts',
  payout_failed: '/settings/payouts',
  payout_method_added: '/settings/payouts',
  payout_method_removed: '/settings/payouts',
  gift_accepted: '/subscriptions',
  gift_returned: '/subscriptions',
  verification_approved: '/creator',
  verification_rejected: '/creator/verification',
  agency_invited: '/agencies',
  agency_accepted: '/agencies',
  agency_ended: '/agencies',
  agency_granted: '/settings/accounts',
  new_sign_in: '/settings/account',
  report_answered: '/settings/report',
  ledger_violated: '/staff?tab=money',
}
