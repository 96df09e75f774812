import { type AudienceFilter, asksForSpending } from '../../../contract/audience-filter.ts'
import { fanRelations } from '../../../contract/policy/fan-relation.ts'
import { findNamed, namePattern } from '../../people/named.ts'
import { periodRuns } from '../../platform/db/rules.ts'
import { withoutAccents } from '../../platform/db/search.ts'
import {
  array,
  bigint,
  type ExpressionsOf,
  oneOf,
  orNull,
  text,
  timestamptz,
  uuid,
  uuids,
} from '../../platform/db/statement.ts'
import { requireFlag } from '../../platform/http/implement.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'

const dayMs = 86_400_000
export const relation = oneOf(...fanRelations)

/** The parameters of `matchesFilter`: a filter with its days counts from a moment. */
export const filterParameters = {
  creator: uuid,
  now: timestamptz,
  /** A pattern for `like`. */
  namePattern: orNull(text),
  /** The only people whose names match it, where they were looked up. */
  named: orNull(uuids),
  relations: orNull(array(relation)),
  sinceAfter: orNull(timestamptz),
  sinceBefore: orNull(timestamptz),
  renewal: orNull(oneOf('on', 'off')),
  renewalBefore: orNull(timestamptz),
  minCents: orNull(bigint),
  maxCents: orNull(bigint),
  paidAfter: orNull(timestamptz),
  unpaidAfter: orNull(timestamptz),
  lists: orNull(uuids),
  notLists: orNull(uuids),
  language: orNull(oneOf('en', 'fr')),
  links: orNull(uuids),
  unbought: orNull(uuids),
}
export type FilterExpressions = ExpressionsOf<typeof filterParameters>

/** What fan `a` is to the creator: `fanRelation` of `contract/policy/fan-relation.ts`; null for a person who is no fan. */
export const relationOf = (a: string, now: string): string => `
  case when ${a}.blocked_at is not null then 'blocked'
    when ${runs(a, now)}
      then case when ${a}.started_at > ${now} then 'trial' when ${a}.gifted_until > ${now} then 'gifted' else 'subscriber' end
    when ${a}.subscription_status is not null then 'expired'
    when ${a}.follows_since is not null then 'follower'
    when ${a}.last_paid_at is not null then 'buyer' end`

/** Whether the subscription of fan `a` lets them in. */
export const runs = (a: string, now: string): string =>
  `coalesce(${periodRuns({ status: `${a}.subscription_status`, activeUntil: `${a}.active_until` }, now)}, false)`

/** Whether fan `a` of the creator may be shown and written to at all: they are there and do not block the creator. */
export const isThere = (a: string, p: Pick<FilterExpressions, 'creator'>): string =>
  `${a}.creator_id = ${p.creator} and not ${a}.is_gone and not ${a}.has_blocked`

/** Whether fan `a` matches everything that the filter says but what they are to the creator. */
export const matchesFacts = (a: string, p: FilterExpressions): string => `
  ${isThere(a, p)}
  and (${p.namePattern} is null or ${a}.name like ${withoutAccents(p.namePattern)})
  and (${p.named} is null or ${a}.fan_id = any(${p.named}))
  and (${p.sinceAfter} is null or ${a}.since >= ${p.sinceAfter})
  and (${p.sinceBefore} is null or ${a}.since <= ${p.sinceBefore})
  and (coalesce(${p.renewal}, ${p.renewalBefore}::text) is null or ${runs(a, p.now)})
  and case ${p.renewal} when 'on' then ${a}.renews_at is not null when 'off' then ${a}.renews_at is null else true end
  and (${p.renewalBefore} is null or coalesce(${a}.renews_at, ${a}.active_until) <= ${p.renewalBefore})
  and (${p.minCents} is null or ${a}.spent_cents >= ${p.minCents})
  and (${p.maxCents} is null or ${a}.spent_cents <= ${p.maxCents})
  and (${p.paidAfter} is null or ${a}.last_paid_at >= ${p.paidAfter})
  and (${p.unpaidAfter} is null or ${a}.last_paid_at is null or ${a}.last_paid_at < ${p.unpaidAfter})
  and (${p.language} is null or ${a}.locale = ${p.language})
  and (${p.lists} is null or ${a}.fan_id in (${membersOf(p.lists, p)}))
  and (${p.notLists} is null or ${a}.fan_id not in (${membersOf(p.notLists, p)}))
  and (${p.links} is null or ${a}.fan_id in (
    select its_arrival.fan_id from tracking_link_fans its_arrival
    where its_arrival.creator_id = ${p.creator} and its_arrival.link_id = any(${p.links})))
  and (${p.unbought} is null or ${a}.fan_id in (${openedUnbought(p)}))`

/** Whether the filter asks for this relation. A filter that names none asks for all but blocked. */
const matchesRelation = (relation: string, p: FilterExpressions): string =>
  `case when ${p.relations} is null then ${relation} <> 'blocked' else ${relation} = any(${p.relations}) end`

/**
 * Whether fan `a` matches the filter. Table, count, file, lists, broadcasts and the inbox all ask this, so that they are
 * about the same fans (product §50).
 */
export const matchesFilter = (a: string, p: FilterExpressions): string =>
  `${matchesFacts(a, p)} and ${matchesRelation(`(${relationOf(a, p.now)})`, p)}`

/** Who opened a broadcast of the creator that sells something, and has not bought it or was paid back. */
const openedUnbought = (p: FilterExpressions) => `
    select its_copy.receiver_id from messages its_copy
    where its_copy.broadcast_id = any(${p.unbought}) and its_copy.sender_id = ${p.creator}
      and its_copy.price_cents is not null and its_copy.read_at is not null and its_copy.deleted_at is null
      and not exists (select from purchases its_sale where its_sale.object_kind = 'message'
        and its_sale.object_id = its_copy.id and its_sale.refunded_at is null)`

/** The fans in some of the creator's own lists. */
export const membersOf = (lists: string, p: Pick<FilterExpressions, 'creator'>) => `
    select its_member.fan_id from fan_lists its_list join fan_list_members its_member on its_member.list_id = its_list.id
    where its_list.creator_id = ${p.creator} and its_list.id = any(${lists})`

/** The filter as parameters of `matchesFilter`. Throws `permission_denied` for an operator who may not know what it asks. */
export function filterOf(viewer: Viewer, filter: AudienceFilter, now: number) {
  if (asksForSpending(filter)) requireFlag(viewer, 'can_payment')
  return filterValues(viewer.id, filter, now)
}

/**
 * The same for a read: whom a name means is looked up first, where they are few, so that 100,000 fans are not read for the
 * one of that name.
 */
export async function namedFilterOf(ctx: Services, viewer: Viewer, filter: AudienceFilter) {
  const values = filterOf(viewer, filter, ctx.now())
  return { ...values, named: filter.q ? await findNamed(ctx, filter.q) : null }
}

/** The same without a caller, for what was allowed when it was stored. */
export function filterValues(creator: string, filter: AudienceFilter, now: number) {
  const ago = (days: number | undefined) => (days === undefined ? null : new Date(now - days * dayMs))
  const cents = (coins: number | undefined) => (coins === undefined ? null : coins * 100)
  return {
    creator,
    now: new Date(now),
    namePattern: filter.q ? namePattern(filter.q) : null,
    named: null as string[] | null,
    relations: filter.relation ?? null,
    sinceAfter: ago(filter.since_days),
    sinceBefore: ago(filter.since_over_days),
    renewal: filter.renewal ?? null,
    renewalBefore: filter.renewal_days === undefined ? null : new Date(now + filter.renewal_days * dayMs),
    minCents: cents(filter.min_spent),
    maxCents: cents(filter.max_spent),
    paidAfter: ago(filter.paid_days),
    unpaidAfter: ago(filter.unpaid_days),
    lists: filter.list ?? null,
    notLists: filter.not_list ?? null,
    language: filter.language ?? null,
    links: filter.link ?? null,
    unbought: filter.unbought ?? null,
  }
}
