import { type AutomationTrigger, automationTriggers } from '../../../contract/automation.ts'
import { automationDecisions } from '../../../contract/policy/automation.ts'
import { beforeId } from '../../platform/db/keyset.ts'
import { waitsForAnswer } from '../../platform/db/rules.ts'
import {
  bool,
  cursorValue,
  type ExpressionsOf,
  int,
  neverNull,
  oneOf,
  orNull,
  type RowOf,
  records,
  statement,
  text,
  timestamptz,
  uuid,
  uuids,
} from '../../platform/db/statement.ts'
import { choiceParameters, isChosen } from '../audience/choice.ts'
import { isThere } from '../audience/predicate.ts'
import { eventsOf } from './events.ts'

const trigger = oneOf(...automationTriggers)
const decision = oneOf(...automationDecisions)
const reason = oneOf('gone', 'off', 'human', 'waiting', 'owns', 'condition')

const automationTypes = {
  id: uuid,
  trigger,
  delay_hours: int,
  content: text,
  price_cents: orNull(int),
  media_ids: uuids,
  preview_ids: uuids,
  list_id: orNull(uuid),
  per_day: int,
  is_welcome: bool,
  enabled: bool,
  operator_id: orNull(uuid),
  enabled_at: orNull(timestamptz),
  scanned_to: orNull(timestamptz),
}
export type AutomationRow = RowOf<typeof automationTypes>
const columns = Object.keys(automationTypes)
  .map((name) => `a.${name}`)
  .join(', ')

export const automationsOfCreator = statement(
  'automation_list',
  { creator: uuid, since: timestamptz },
  { ...automationTypes, sent: int, dropped: int },
  ({ creator, since }) => `
    select ${columns}, f.sent, f.dropped from automations a cross join lateral (
      select count(*) filter (where r.decision = 'sent')::int as sent, count(*) filter (where r.decision <> 'sent')::int as dropped
      from automation_runs r where r.automation_id = a.id and r.decided_at > ${since}) f
    where a.creator_id = ${creator} order by a.created_at, a.id`,
)
export const automationOfCreator = statement(
  'automation_one',
  { creator: uuid, id: uuid },
  automationTypes,
  ({ creator, id }) =>
    `select ${columns} from automations a where a.creator_id = ${creator} and a.id = ${id} for update`,
)

/** Locks an automation that is on, so that a second node finds it when the first is done. */
export const claimAutomation = statement(
  'automation_claim',
  { id: uuid },
  { ...automationTypes, creator_id: uuid },
  ({ id }) => `select ${columns}, a.creator_id from automations a where a.id = ${id} and a.enabled for update`,
)
export const enabledAutomations = statement(
  'automation_enabled',
  { creator: uuid },
  { id: uuid },
  ({ creator }) =>
    `select a.id from automations a where a.creator_id = ${creator} and a.enabled order by a.created_at, a.id`,
)

/** Whether a new subscriber's message waits for nothing, so that it need not wait for the next minute either. */
export const welcomesAtOnce = statement(
  'automation_welcomes_at_once',
  { creator: uuid },
  { found: int },
  ({ creator }) => `
    select 1 as found from automations a
    where a.creator_id = ${creator} and a.enabled and a.trigger = 'subscribe' and a.delay_hours = 0 limit 1`,
)

const eventParameters = {
  ...choiceParameters,
  hasCondition: bool,
  from: timestamptz,
  to: timestamptz,
  /** What is attached and no free preview. */
  media: uuids,
  limit: int,
}
const eventTypes = {
  fan_id: uuid,
  at: neverNull(timestamptz, 'an event without a time is in no span'),
  key: text,
  reason: orNull(reason),
  had: int,
}
export type EventRow = RowOf<typeof eventTypes>
type Expressions = ExpressionsOf<typeof eventParameters>

/** Whether the creator or the team wrote to the fan themselves since the event; what went out by itself is no person. */
const wroteSince = (p: Expressions): string => `exists (
      select 1 from (select * from messages x where x.session_id = k.session_id order by x.seq desc limit 50) h
      where h.sender_id = ${p.creator} and h.created_at > e.at and h.broadcast_id is null
        and not exists (select 1 from automation_runs r where r.message_id = h.id))`

/** Why a fan gets no automatic message about an event, or null (product §66). */
const reasonOf = (p: Expressions): string => `
  case when a.fan_id is null or not (${isThere('a', p)}) or a.blocked_at is not null then 'gone'
    when exists (select 1 from broadcast_habits h
      where h.fan_id = e.fan_id and h.creator_id = ${p.creator} and h.frequency = 'off') then 'off'
    when ${wroteSince(p)} then 'human'
    when ${waitsForAnswer('k', p.now)} then 'waiting'
    when cardinality(${p.media}) > 0 and (select count(*) from entitlements o
      where o.user_id = e.fan_id and o.media_id = any(${p.media})) = cardinality(${p.media}) then 'owns'
    when ${p.hasCondition} and (${isChosen('a', p)}) is not true then 'condition' end`

const judged = (events: string, p: Expressions): string => `
    select e.fan_id, e.at, e.key, ${reasonOf(p)} as reason,
      (select count(*)::int from automation_runs r where r.fan_id = e.fan_id and r.creator_id = ${p.creator}
        and r.decided_at > ${p.now} - interval '7 days' and r.message_id is not null) as had
    from (${events}) e
    left join creator_fans a on a.creator_id = ${p.creator} and a.fan_id = e.fan_id
    left join chat_members k on k.user_id = ${p.creator} and k.other_id = e.fan_id
    order by e.at, e.fan_id`

const undecided = (automation: string): string =>
  `not exists (select 1 from automation_runs r where r.automation_id = ${automation} and r.fan_id = v.fan_id and r.key = v.key)`

const isWelcome = (automation: string): string => `(select w.is_welcome from automations w where w.id = ${automation})`

const byTrigger = <T>(make: (name: AutomationTrigger) => T): Record<AutomationTrigger, T> =>
  Object.fromEntries(automationTriggers.map((name) => [name, make(name)])) as Record<AutomationTrigger, T>

/** Events that nothing is decided about, the oldest first; one of each fan, since a batch writes a conversation once. */
export const nextEvents = byTrigger((name) =>
  statement(`automation_events_${name}`, { ...eventParameters, automation: uuid }, eventTypes, ({ automation, ...p }) =>
    judged(
      `select * from (
        select distinct on (v.fan_id) v.* from (${eventsOf[name]({ ...p, isWelcome: isWelcome(automation) })}) v
        where ${undecided(automation)}
        order by v.fan_id, v.at) one order by one.at, one.fan_id limit ${p.limit}`,
      p,
    ),
  ),
)
/** The newest events of a span, decided or not, for a dry run. */
export const pastEvents = byTrigger((name) =>
  statement(`automation_past_${name}`, eventParameters, eventTypes, (p) =>
    judged(
      `select v.* from (${eventsOf[name]({ ...p, isWelcome: 'false' })}) v order by v.at desc, v.fan_id limit ${p.limit}`,
      p,
    ),
  ),
)

/** Decisions come minutes after what they are about was written, when its transaction was long. */
const lateMinutes = 10
const spanOf = (now: string) => ({
  creator: 'a.creator_id',
  from: `(greatest(a.enabled_at, a.scanned_to - interval '${lateMinutes} minutes') - make_interval(hours => a.delay_hours))`,
  to: `(${now}::timestamptz - make_interval(hours => a.delay_hours))`,
  isWelcome: 'a.is_welcome',
})

/** The creators of automations that have something to decide about. */
export const creatorsDue = statement(
  'automation_creators_due',
  { now: timestamptz },
  { creator: uuid },
  ({ now }) => `
    select distinct a.creator_id as creator from automations a where a.enabled and (
      ${automationTriggers
        .map(
          (name) => `(a.trigger = '${name}' and exists (
        select 1 from (${eventsOf[name](spanOf(now))}) v where ${undecided('a.id')}))`,
        )
        .join('\n      or ')})`,
)

/** Moves the begin of what is looked through on, for automations that had nothing for an hour. */
export const moveScans = statement(
  'automation_move_scans',
  { now: timestamptz, busy: uuids },
  {},
  ({ now, busy }) => `
    update automations set scanned_to = ${now} where enabled and creator_id <> all(${busy})
      and greatest(enabled_at, scanned_to) < ${now}::timestamptz - interval '1 hour'`,
)
export const setScanned = statement(
  'automation_set_scanned',
  { id: uuid, to: timestamptz },
  {},
  ({ id, to }) => `update automations set scanned_to = ${to} where id = ${id}`,
)

export const insertRuns = statement(
  'automation_insert_runs',
  {
    automation: uuid,
    creator: uuid,
    now: timestamptz,
    runs: records({
      id: uuid,
      fan_id: uuid,
      key: text,
      decision: text,
      message_id: orNull(uuid),
      event_at: timestamptz,
    }),
  },
  {},
  (p) => `
    insert into automation_runs (id, automation_id, creator_id, fan_id, key, decision, message_id, event_at, decided_at)
    select r.id, ${p.automation}, ${p.creator}, r.fan_id, r.key, r.decision, r.message_id, r.event_at, ${p.now}
    from ${p.runs.as('r')}`,
)
export const sentSince = statement(
  'automation_sent_since',
  { automation: uuid, since: timestamptz },
  { count: int },
  ({ automation, since }) => `
    select count(*)::int as count from automation_runs r
    where r.automation_id = ${automation} and r.decided_at > ${since} and r.decision = 'sent'`,
)

const runTypes = {
  id: uuid,
  automation_id: uuid,
  trigger,
  fan_id: uuid,
  decision,
  event_at: timestamptz,
  decided_at: timestamptz,
}
const logOf = (condition: string, { after, limit }: { after: string; limit: string }): string => `
    select r.id, r.automation_id, a.trigger, r.fan_id, r.decision, r.event_at, r.decided_at
    from automation_runs r join automations a on a.id = r.automation_id
    where ${condition} and ${beforeId('r.id', after)} order by r.id desc limit ${limit}`
const page = { creator: uuid, after: cursorValue(uuid), limit: int }

export const logOfCreator = statement('automation_log', page, runTypes, (p) => logOf(`r.creator_id = ${p.creator}`, p))
export const logOfAutomation = statement('automation_log_of_one', { ...page, automation: uuid }, runTypes, (p) =>
  logOf(`r.automation_id = ${p.automation} and r.creator_id = ${p.creator}`, p),
)
