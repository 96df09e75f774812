import type { AudienceFilter } from '../../../contract/audience-filter.ts'
import { type AudienceSort, audienceSorts } from '../../../contract/audience-sorts.ts'
import { listsPerCreator } from '../../../contract/limits.ts'
import {
  bigint,
  cursorValue,
  int,
  jsonb,
  neverNull,
  oneOf,
  orNull,
  records,
  statement,
  type Types,
  text,
  texts,
  timestamptz,
  uuid,
  uuids,
} from '../../platform/db/statement.ts'
import { choiceParameters, isChosen } from './choice.ts'
import { filterParameters, matchesFacts, matchesFilter, membersOf, relation, relationOf } from './predicate.ts'

/** What a page is sorted by; each is an index of `creator_fans`, and what is missing stands last. */
const orders = {
  newest: { key: `coalesce(a.since, '1970-01-01 00:00+00'::timestamptz)`, type: timestamptz, direction: 'desc' },
  oldest: { key: `coalesce(a.since, '1970-01-01 00:00+00'::timestamptz)`, type: timestamptz, direction: 'asc' },
  name: { key: 'a.name', type: text, direction: 'asc' },
  spent: { key: 'a.spent_cents', type: bigint, direction: 'desc' },
  paid: { key: `coalesce(a.last_paid_at, '1970-01-01 00:00+00'::timestamptz)`, type: timestamptz, direction: 'desc' },
  renewal: { key: `coalesce(a.renews_at, '9999-12-31 00:00+00'::timestamptz)`, type: timestamptz, direction: 'asc' },
} as const satisfies Record<AudienceSort, { key: string; type: Types[string]; direction: 'asc' | 'desc' }>

/** The kind of a sort's value in a cursor. */
export const cursorKinds = {
  newest: 'time',
  oldest: 'time',
  name: 'text',
  spent: 'int',
  paid: 'time',
  renewal: 'time',
} as const

/** The lists of fan `f` that hold them by name. */
const listsOf = (creator: string, fan: string) => `
  array(select m.list_id from fan_list_members m join fan_lists l on l.id = m.list_id
    where m.fan_id = ${fan} and l.creator_id = ${creator} order by l.name)`

const pageOf = (sort: AudienceSort) => {
  const { key, type, direction } = orders[sort]
  const comparison = direction === 'asc' ? '>' : '<'
  return statement(
    `audience_page_${sort}`,
    { ...filterParameters, at: cursorValue(type as typeof text), id: cursorValue(uuid), limit: int },
    {
      fan_id: uuid,
      at: text,
      relation,
      locale: oneOf('en', 'fr'),
      since: orNull(timestamptz),
      renews_at: orNull(timestamptz),
      active_until: orNull(timestamptz),
      spent_cents: bigint,
      last_paid_at: orNull(timestamptz),
      lists: uuids,
    },
    (p) => `
    with page as materialized (
      select a.fan_id, ${key} as key, ${relationOf('a', p.now)} as relation, a.locale, a.since, a.renews_at, a.active_until,
        a.spent_cents, a.last_paid_at
      from creator_fans a
      where ${matchesFilter('a', p)} and (${p.id} is null or (${key}, a.fan_id) ${comparison} (${p.at}, ${p.id}))
      order by ${key} ${direction}, a.fan_id ${direction} limit ${p.limit}
    )
    select f.fan_id, f.key::text as at, f.relation, f.locale, f.since, f.renews_at, f.active_until, f.spent_cents, f.last_paid_at,
      ${listsOf(p.creator, 'f.fan_id')} as lists
    from page f order by f.key ${direction}, f.fan_id ${direction}`,
    { isPlannedForValues: true },
  )
}
export const audiencePages = Object.fromEntries(audienceSorts.map((sort) => [sort, pageOf(sort)])) as Record<
  AudienceSort,
  ReturnType<typeof pageOf>
>

/**
 * Fans who match, in no order, at most `most`. `materialized` is planned as if all were wanted, and still stops at the
 * limit: with a limit alone PostgreSQL scans the fans of all creators (3 million rows, 3 s).
 */
export const fewFans = statement(
  'audience_few',
  { ...filterParameters, most: int },
  { id: uuid },
  (p) => `
    with found as materialized (select a.fan_id as id from creator_fans a where ${matchesFilter('a', p)})
    select id from found limit ${p.most}`,
  { isPlannedForValues: true },
)

/**
 * The same for a filter that names lists: their members are looked up, each by its key. Lists with `most` members or more
 * answer that many of their members, matching or not, so that the caller sees there are too many to look up.
 */
export const fewOfLists = statement(
  'audience_few_of_lists',
  { ...filterParameters, most: int },
  { id: uuid },
  (p) => `
    with members as materialized (select distinct m.fan_id from (${membersOf(p.lists, p)}) m limit ${p.most}),
      counted as materialized (select count(*) >= ${p.most} as are_many from members)
    select m.fan_id as id from members m where (select are_many from counted)
    union all
    select a.fan_id from members m
    cross join lateral (select * from creator_fans k where k.creator_id = ${p.creator} and k.fan_id = m.fan_id offset 0) a
    where not (select are_many from counted) and ${matchesFilter('a', p)}`,
  { isPlannedForValues: true },
)

/** How many fans match, by what they are to the creator; those whom the filter does not ask for too. */
export const countByRelation = statement(
  'audience_count_relations',
  filterParameters,
  { relation, count: int },
  (p) => `
    select r.relation, count(*)::int as count
    from (select ${relationOf('a', p.now)} as relation, ${p.relations} as asked from creator_fans a where ${matchesFacts('a', p)}) r
    where r.relation is not null group by r.relation`,
  { isPlannedForValues: true },
)

/** A page of a file of fans, with their names as they are now (`offset 0`: by their keys, where all users would be read for each page). */
export const exportPage = statement(
  'audience_export_page',
  { ...filterParameters, after: uuid, limit: int },
  {
    fan_id: uuid,
    username: neverNull(text, 'a fan without a username is gone'),
    display_name: orNull(text),
    relation,
    locale: oneOf('en', 'fr'),
    since: orNull(timestamptz),
    renews_at: orNull(timestamptz),
    active_until: orNull(timestamptz),
    spent_cents: bigint,
    last_paid_at: orNull(timestamptz),
    lists: texts,
  },
  (p) => `
    with page as materialized (
      select a.fan_id, ${relationOf('a', p.now)} as relation, a.locale, a.since, a.renews_at, a.active_until, a.spent_cents,
        a.last_paid_at
      from creator_fans a where ${matchesFilter('a', p)} and a.fan_id > ${p.after} order by a.fan_id limit ${p.limit}
    )
    select f.*, u.username, u.display_name,
      array(select l.name from fan_list_members m join fan_lists l on l.id = m.list_id
        where m.fan_id = f.fan_id and l.creator_id = ${p.creator} order by l.name) as lists
    from page f cross join lateral (select * from users v where v.id = f.fan_id offset 0) u order by f.fan_id`,
  { isPlannedForValues: true },
)

const listTypes = { id: uuid, name: text, filter: orNull(jsonb<AudienceFilter>()) }
export const listsOfCreator = statement(
  'audience_lists',
  { creator: uuid },
  listTypes,
  ({ creator }) => `select id, name, filter from fan_lists where creator_id = ${creator} order by lower(name), id`,
)
export const listOfCreator = statement(
  'audience_list',
  { creator: uuid, id: uuid },
  listTypes,
  ({ creator, id }) => `select id, name, filter from fan_lists where creator_id = ${creator} and id = ${id}`,
)

/** A broadcast that goes to a list and is planned, or has to go to the rest of it, or an automatic message that is on and asks for it. */
export const plannedForList = statement(
  'audience_planned_for_list',
  { creator: uuid, list: uuid },
  { id: uuid },
  ({ creator, list }) => `
    select b.id from broadcasts b where b.sender_id = ${creator} and b.list_id = ${list} and b.status in ('scheduled', 'comparing')
    union all select a.id from automations a where a.creator_id = ${creator} and a.list_id = ${list} and a.enabled limit 1`,
)

export const addToList = statement(
  'audience_add_to_list',
  { ...choiceParameters, list: uuid },
  { changed: int },
  (p) => `
    with added as (
      insert into fan_list_members (list_id, fan_id)
      select ${p.list}, a.fan_id from creator_fans a where a.creator_id = ${p.creator} and ${isChosen('a', p)} order by a.fan_id
      on conflict do nothing returning fan_id
    )
    select count(*)::int as changed from added`,
)
export const removeFromList = statement(
  'audience_remove_from_list',
  { ...choiceParameters, list: uuid },
  { changed: int },
  (p) => `
    with removed as (
      delete from fan_list_members d where d.list_id = ${p.list} and d.fan_id in (
        select a.fan_id from creator_fans a where a.creator_id = ${p.creator} and ${isChosen('a', p)})
      returning d.fan_id
    )
    select count(*)::int as changed from removed`,
)

/**
 * Puts a fan into the lists of these names and out of all others, and makes those that do not exist; the name of a smart
 * list changes nothing.
 */
export const setListsOfFan = statement(
  'audience_set_lists',
  { creator: uuid, fan: uuid, lists: records({ id: uuid, name: text }) },
  {},
  (p) => `
    with wanted as materialized (select w.id, w.name from ${p.lists.as('w')}), made as (
      insert into fan_lists (id, creator_id, name) select id, ${p.creator}, name from wanted
      where (select count(*) from fan_lists c where c.creator_id = ${p.creator}) < ${listsPerCreator}
      on conflict (creator_id, name) do nothing returning id
    ), held as materialized (
      select id from made union select l.id from fan_lists l join wanted w on w.name = l.name
      where l.creator_id = ${p.creator} and l.filter is null
    ), left_out as (
      delete from fan_list_members m using fan_lists l
      where m.fan_id = ${p.fan} and l.id = m.list_id and l.creator_id = ${p.creator} and m.list_id not in (select id from held)
    )
    insert into fan_list_members (list_id, fan_id) select id, ${p.fan} from held on conflict do nothing`,
)
