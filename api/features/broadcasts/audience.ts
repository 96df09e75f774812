import type { AudienceChoice } from '../../../contract/audience-filter.ts'
import { audiences, type BroadcastAudience, type LeftOut } from '../../../contract/broadcast-shapes.ts'
import { compareFrom, compareShare } from '../../../contract/policy/text-comparison.ts'
import type { Db } from '../../platform/db/db.ts'
import { notDeleted, othersWhoWait } from '../../platform/db/rules.ts'
import {
  array,
  bool,
  type ExpressionsOf,
  int,
  oneOf,
  orNull,
  statement,
  textOf,
  uuid,
  uuids,
} from '../../platform/db/statement.ts'
import { choiceParameters, choiceValues, isChosen } from '../audience/choice.ts'
import { isThere, runs } from '../audience/predicate.ts'

export type Audience = (typeof audiences)[number]
/** An audience of a creator at a moment, without the fans who are also in one of the excluded audiences. */
export type Selection = {
  creator: string
  now: Date
  audience: BroadcastAudience
  exclude: readonly Audience[]
  /** Of the audiences `list` and `chosen`, and of `unopened`. */
  choice: AudienceChoice | null
  againOf: string | null
  skipWaiting: boolean
  /** What is attached and no free preview. */
  media: readonly string[]
}

/** How many get the broadcast now, and how many the rails leave out (product §51). */
export async function countAudience(db: Db, selection: Selection): Promise<{ count: number; left_out: LeftOut }> {
  return toCounts(await db.run(countJudged, valuesOf(selection)))
}

/** Stores who receives a broadcast, and answers how many are left out. A fan who is stored already counts for nothing. */
export async function resolveAudience(db: Db, broadcast: string, selection: Selection): Promise<LeftOut> {
  return toCounts(await db.run(storeJudged, { ...valuesOf(selection), broadcast })).left_out
}

/**
 * Stores who gets which of two texts, and all receivers where there are too few to compare anything. Answers how many
 * there are. The order of the hashes is the same whenever it is drawn, and another one for each broadcast.
 */
export async function resolveCompared(db: Db, broadcast: string, selection: Selection) {
  const values = { ...valuesOf(selection), broadcast, from: compareFrom, share: compareShare }
  return toCounts(await db.run(storeCompared, values))
}

function toCounts(rows: readonly { reason: keyof LeftOut | null; count: number }[]) {
  const countOf = (reason: keyof LeftOut | null) => rows.find((row) => row.reason === reason)?.count ?? 0
  const leftOut = { off: countOf('off'), owns: countOf('owns'), waiting: countOf('waiting'), weekly: countOf('weekly') }
  return { count: countOf(null), left_out: leftOut }
}

const valuesOf = ({ creator, now, choice, ...selection }: Selection) => ({
  ...choiceValues(creator, choice ?? { ids: [] }, now.getTime()),
  audience: selection.audience,
  exclude: selection.exclude,
  againOf: selection.againOf,
  skipWaiting: selection.skipWaiting,
  media: selection.media,
})

const parameters = {
  ...choiceParameters,
  audience: textOf<BroadcastAudience>(),
  exclude: array(textOf<Audience>()),
  againOf: orNull(uuid),
  skipWaiting: bool,
  media: uuids,
}
type Expressions = ExpressionsOf<typeof parameters>

/** Whether fan `a` is in an audience that has a word of its own. */
function memberOf(now: string): Record<Audience, string> {
  const isSubscriber = runs('a', now)
  const all = `(a.follows_since is not null or ${isSubscriber})`
  return {
    followers: 'a.follows_since is not null',
    subscribers: isSubscriber,
    all,
    expired: `(a.subscription_status is not null and not ${isSubscriber})`,
    new_subscribers: `(${isSubscriber} and a.subscribed_since > ${now} - interval '7 days')`,
    spenders: 'a.spent_cents > 0',
    non_spenders: `(${all} and a.spent_cents <= 0)`,
  }
}

/** Whether fan `a` is meant: in the audience, in none of the excluded ones, and neither gone nor behind a block. */
function isMeant(p: Expressions): string {
  const members = memberOf(p.now)
  const audience = audiences.map((name) => `when '${name}' then ${members[name]}`).join('\n        ')
  const exclusions = audiences.map((name) => `('${name}' <> all(${p.exclude}) or not ${members[name]})`)
  return `${isThere('a', p)} and a.blocked_at is null
      and case ${p.audience}
        ${audience}
        when 'unopened' then a.fan_id in (select m.receiver_id from messages m
          where m.broadcast_id = ${p.againOf} and m.sender_id = ${p.creator} and m.read_at is null and ${notDeleted('m')})
        else ${isChosen('a', p)} end
      and ${exclusions.join('\n      and ')}`
}

/**
 * The fans who got as many broadcasts this week as they may. While there were fewer in all, no receivers are read: there may
 * be 100,000 of each.
 */
const fullThisWeek = ({ creator, now }: Expressions): string => {
  const weekAgo = `${now} - interval '7 days'`
  return `with sent as materialized (
          select b.id, b.send_at, b.rest_at from broadcasts b
          where b.sender_id = ${creator} and b.status in ('sending', 'comparing', 'sent')
            and (b.send_at > ${weekAgo} or b.rest_at > ${weekAgo})
        ), allowed as materialized (select w.broadcasts_per_week as most from users w where w.id = ${creator})
        select r.user_id from sent cross join lateral (
          select g.user_id from broadcast_recipients g where g.broadcast_id = sent.id
            and case when g.version is null then coalesce(sent.rest_at, sent.send_at) else sent.send_at end > ${weekAgo} offset 0) r
        where (select count(*) from sent) >= (select most from allowed)
        group by r.user_id having count(*) >= (select most from allowed)`
}

/**
 * Why fan `a` is left out, or null: the rails of product §51, in this order. Each looks up all fans of the creator whom it
 * stops, once.
 */
const reasonOf = (p: Expressions): string => `
  case when a.fan_id in (select h.fan_id from broadcast_habits h where h.creator_id = ${p.creator} and h.frequency = 'off')
      then 'off'
    when a.fan_id in (select e.user_id from entitlements e where e.media_id = any(${p.media})
        group by e.user_id having count(*) = cardinality(${p.media}))
      then 'owns'
    when ${p.skipWaiting} and a.fan_id in (${othersWhoWait(p.creator, p.now)})
      then 'waiting'
    when a.fan_id in (${fullThisWeek(p)})
      then 'weekly' end`

const judged = (p: Expressions) => `
  select a.fan_id, ${reasonOf(p)} as reason from creator_fans a where a.creator_id = ${p.creator} and ${isMeant(p)}`
const counts = { reason: orNull(oneOf('off', 'owns', 'waiting', 'weekly')), count: int }

const countJudged = statement(
  'broadcasts_count_audience',
  parameters,
  counts,
  // Left alone (`offset 0`), so that the few reasons are counted as they come, without sorting all fans by them.
  (p) => `select j.reason, count(*)::int as count from (${judged(p)} offset 0) j group by j.reason`,
  { isPlannedForValues: true },
)
const storeJudged = statement(
  'broadcasts_resolve_audience',
  { ...parameters, broadcast: uuid },
  counts,
  ({ broadcast, ...p }) => `
    with judged as materialized (
      ${judged(p)} and a.fan_id not in (select g.user_id from broadcast_recipients g where g.broadcast_id = ${broadcast})
    ), stored as (
      insert into broadcast_recipients (broadcast_id, user_id)
      select ${broadcast}, j.fan_id from judged j where j.reason is null on conflict do nothing
    )
    select j.reason, count(*)::int as count from judged j group by j.reason`,
  { isPlannedForValues: true },
)
const storeCompared = statement(
  'broadcasts_resolve_compared',
  { ...parameters, broadcast: uuid, from: int, share: int },
  counts,
  ({ broadcast, from, share, ...p }) => `
    with judged as materialized (${judged(p)}), drawn as (
      select j.fan_id, row_number() over (order by md5(${broadcast}::text || j.fan_id)) as place,
        case when count(*) over () < ${from} then 0 else count(*) over () / ${share} end as each
      from judged j where j.reason is null
    ), stored as (
      insert into broadcast_recipients (broadcast_id, user_id, version)
      select ${broadcast}, d.fan_id,
        case when d.each = 0 then null when d.place <= d.each then 'first' else 'second' end
      from drawn d where d.each = 0 or d.place <= 2 * d.each on conflict do nothing
    )
    select j.reason, count(*)::int as count from judged j group by j.reason`,
  { isPlannedForValues: true },
)
