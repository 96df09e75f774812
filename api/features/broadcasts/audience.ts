import { audiences } from '../../../contract/broadcasts.ts'
import type { Db } from '../../platform/db/db.ts'
import { canReceive, noBlockBetween, subscriptionRuns } from '../../platform/db/rules.ts'
import { array, int, statement, textOf, timestamptz, uuid } from '../../platform/db/statement.ts'

export type Audience = (typeof audiences)[number]
/** An audience of a creator at a moment, without the fans who are also in one of the excluded audiences. */
export type Selection = { creator: string; now: Date; audience: Audience; exclude: readonly Audience[] }

export async function countAudience(db: Db, { audience, ...selection }: Selection): Promise<number> {
  const [row] = await db.run(countStatements[audience], selection)
  return row?.count ?? 0
}

/** Stores who receives a broadcast; a second run adds no receiver twice. */
export async function resolveAudience(db: Db, broadcast: string, { audience, ...selection }: Selection): Promise<void> {
  await db.run(resolveStatements[audience], { ...selection, broadcast })
}

type SelectionSql = { creator: string; now: string; exclude: string }
const selectionTypes = { creator: uuid, now: timestamptz, exclude: array(textOf<Audience>()) }

/**
 * The ids of an audience, without users whom a block separates from the creator and without those who want no
 * broadcasts (product §31), each once. An exclusion that is not named costs nothing: its subquery is hashed when a row
 * first asks for it.
 */
function audienceSql(audience: Audience, { creator, now, exclude }: SelectionSql): string {
  const members = membersSql(creator, now)
  const exclusions = audiences.map((name) => `('${name}' <> all(${exclude}) or a.id not in (${members[name]}))`)
  return `
    select a.id from (${members[audience]}) a (id) join users u on u.id = a.id
    where ${exclusions.join('\n      and ')}
      and ${canReceive('u')} and ${noBlockBetween(creator, 'a.id')}
      and not exists (select 1 from broadcast_habits h where h.creator_id = ${creator} and h.fan_id = a.id and h.frequency = 'off')`
}

/** Each member is in its audience once. */
function membersSql(creator: string, now: string): Record<Audience, string> {
  const activeNow = subscriptionRuns('s', now)
  const followers = `select f.follower_id from follows f where f.user_id = ${creator}`
  const subscribers = `select s.fan_id from subscriptions s where s.creator_id = ${creator} and ${activeNow}`
  const all = `${followers} union ${subscribers}`
  const spenders = `select s.fan_id from fan_spending s where s.creator_id = ${creator} and s.spent_cents > 0`
  return {
    followers,
    subscribers,
    all,
    expired: `select s.fan_id from subscriptions s where s.creator_id = ${creator} and not (${activeNow})`,
    new_subscribers: `${subscribers} and s.since > ${now} - interval '7 days'`,
    spenders,
    non_spenders: `(${all}) except (${spenders})`,
  }
}

const forEachAudience = <S>(make: (audience: Audience) => S): Record<Audience, S> =>
  Object.fromEntries(audiences.map((audience) => [audience, make(audience)])) as Record<Audience, S>

const countStatements = forEachAudience((audience) =>
  statement(
    `audience_count_${audience}`,
    selectionTypes,
    { count: int },
    (selection) => `select count(*)::int as count from (${audienceSql(audience, selection)}) a`,
  ),
)
const resolveStatements = forEachAudience((audience) =>
  statement(
    `audience_resolve_${audience}`,
    { ...selectionTypes, broadcast: uuid },
    {},
    ({ broadcast, ...selection }) => `
      insert into broadcast_recipients (broadcast_id, user_id)
      select ${broadcast}, a.id from (${audienceSql(audience, selection)}) a on conflict do nothing`,
  ),
)
