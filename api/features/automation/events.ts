import type { AutomationTrigger } from '../../../contract/automation.ts'
import { notDeleted } from '../../platform/db/rules.ts'

/** Where events are looked for: SQL expressions, of parameters or of the row of an automation. */
type Span = { creator: string; from: string; to: string; isWelcome: string }

const inSpan = (at: string, { from, to }: Span): string => `${at} > ${from} and ${at} <= ${to}`

const subscriptionEvent = (kind: string, key: string, still: string) => (span: Span) =>
  `
    select e.fan_id, e.created_at as at, ${key} as key from subscription_events e
    where e.creator_id = ${span.creator} and e.kind = '${kind}' and ${inSpan('e.created_at', span)} and ${still}`
const stands = (condition: string): string => `exists (select 1 from subscriptions s
      where s.fan_id = e.fan_id and s.creator_id = e.creator_id and ${condition})`

const welcomed = ({ creator, isWelcome }: Span, fan: string): string => `(${isWelcome} and exists (
      select 1 from messages w where w.sender_id = ${creator} and w.client_id = 'welcome:' || ${fan}))`

/**
 * What happened to a creator's fans in a span, by what an automation waits for: the fan, when, and a key under which it
 * is decided once. What is no longer so is no event: a renewal that is on again, or a message that was bought.
 */
export const eventsOf: Record<AutomationTrigger, (span: Span) => string> = {
  // Subscribing follows too, and is the other event.
  follow: (span) => `
    select f.follower_id as fan_id, f.created_at as at, 'follow' as key from follows f
    where f.user_id = ${span.creator} and ${inSpan('f.created_at', span)} and not exists (
      select 1 from subscription_events s where s.creator_id = f.user_id and s.fan_id = f.follower_id
        and s.kind = 'new' and s.created_at <= f.created_at + interval '1 minute')`,
  subscribe: (span) => subscriptionEvent('new', `'subscribe'`, `not ${welcomed(span, 'e.fan_id')}`)(span),
  renewal_off: subscriptionEvent('cancelled', 'e.id::text', stands(`s.status = 'cancelled'`)),
  expiry: subscriptionEvent('lost', 'e.id::text', stands(`s.status = 'ended'`)),
  first_purchase: (span) => `
    select p.buyer_id as fan_id, p.created_at as at, 'first_purchase' as key from purchases p
    where p.creator_id = ${span.creator} and ${inSpan('p.created_at', span)} and p.refunded_at is null and not exists (
      select 1 from purchases b where b.buyer_id = p.buyer_id and b.creator_id = p.creator_id
        and (b.created_at, b.id) < (p.created_at, p.id))`,
  // A reminder that is for sale itself gets no reminder.
  unopened: (span) => `
    select m.receiver_id as fan_id, m.created_at as at, m.id::text as key from messages m
    where m.sender_id = ${span.creator} and m.price_cents is not null and ${inSpan('m.created_at', span)}
      and ${notDeleted('m')}
      and not exists (select 1 from purchases p where p.object_kind = 'message' and p.object_id = m.id)
      and not exists (select 1 from automation_runs r where r.message_id = m.id)`,
  silence: (span) => `
    select k.other_id as fan_id, k.last_message_at as at, l.id::text as key
    from chat_members k cross join lateral (
      select x.id from messages x where x.session_id = k.session_id and x.sender_id = k.other_id
      order by x.seq desc limit 1) l
    where k.user_id = ${span.creator} and k.as_creator and ${inSpan('k.last_message_at', span)}`,
}
