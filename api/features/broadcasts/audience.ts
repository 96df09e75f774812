import { createHash } from 'node:crypto'
import type { audiences } from '../../../contract/broadcasts.ts'
import type { Statement } from '../../platform/db/db.ts'
import { canReceive, noBlockBetween, subscriptionRuns } from '../../platform/db/rules.ts'

export type Audience = (typeof audiences)[number]

/**
 * SQL for the ids of an audience of creator `$1` at time `$2`, without the excluded ones, without those who are
 * blocked either way and without those who want to hear nothing (product §31). Everybody is in it once.
 */
function audienceSql(audience: Audience, exclude: readonly Audience[]): string {
  const without = [...new Set(exclude)].sort().map((it) => `and u.id not in (${members[it]})`)
  return `
    select u.id from users u where u.id in (${members[audience]}) ${without.join('\n      ')}
      and $2::timestamptz is not null and u.id <> $1::uuid and ${canReceive('u')}
      and ${noBlockBetween('$1::uuid', 'u.id')}
      and not exists (select 1 from broadcast_habits h where h.creator_id = $1::uuid and h.fan_id = u.id and h.frequency = 'off')`
}

export const countAudience = (audience: Audience, exclude: readonly Audience[]): Statement =>
  named(`select count(*)::int as count from (${audienceSql(audience, exclude)}) a`)

/** Writes down who gets broadcast `$3`; nobody twice, however often it is tried. */
export const resolveAudience = (audience: Audience, exclude: readonly Audience[]): Statement =>
  named(`insert into broadcast_recipients (broadcast_id, user_id)
    select $3::uuid, a.id from (${audienceSql(audience, exclude)}) a on conflict do nothing`)

function named(text: string): Statement {
  return { name: `audience_${createHash('sha1').update(text).digest('hex').slice(0, 24)}`, text }
}

const followers = 'select f.follower_id from follows f where f.user_id = $1::uuid'
const activeNow = subscriptionRuns('s', '$2::timestamptz')
const subscribers = `select s.fan_id from subscriptions s where s.creator_id = $1::uuid and ${activeNow}`
const all = `${followers} union ${subscribers}`
const spenders = `
  select e.user_id from ledger_entries e
  join ledger_postings p on p.entry_id = e.id
  join ledger_accounts a on a.id = p.account_id and a.owner_id = e.user_id and a.kind = 'wallet'
  where e.counterparty_id = $1::uuid and e.user_id is not null group by e.user_id having sum(p.amount_cents) < 0`

const members: Record<Audience, string> = {
  followers,
  subscribers,
  all,
  expired: `select s.fan_id from subscriptions s where s.creator_id = $1::uuid and not (${activeNow})`,
  new_subscribers: `${subscribers} and s.since > $2::timestamptz - interval '7 days'`,
  spenders,
  non_spenders: `(${all}) except (${spenders})`,
}
