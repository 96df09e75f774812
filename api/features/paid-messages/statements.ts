import { type PaidMessageSort, paidMessageStates } from '../../../contract/paid-message-sorts.ts'
import {
  bigint,
  bool,
  cursorValue,
  int,
  neverNull,
  oneOf,
  orNull,
  statement,
  type Types,
  text,
  timestamptz,
  uuid,
} from '../../platform/db/statement.ts'

const span = { creator: uuid, from: timestamptz, to: timestamptz }

/**
 * The messages `m` of a span that were written to one fan and have a price, each with its sale `b` that was not refunded.
 * What a broadcast or an automatic message sent stands in their own figures; one that was deleted stays if it was bought.
 */
const soldOneByOne = (p: Record<keyof typeof span, string>): string => `
  messages m left join purchases b on b.object_kind = 'message' and b.object_id = m.id and b.creator_id = ${p.creator}
    and b.created_at >= ${p.from} and b.refunded_at is null
  where m.sender_id = ${p.creator} and m.price_cents is not null and m.broadcast_id is null
    and m.created_at >= ${p.from} and m.created_at < ${p.to}
    and not exists (select from automation_runs r where r.message_id = m.id)
    and (m.deleted_at is null or b.id is not null)`

const orders = {
  newest: { key: 'm.created_at', type: timestamptz },
  price: { key: 'm.price_cents', type: int },
  earned: { key: 'coalesce(b.price_cents, 0)', type: int },
} as const satisfies Record<PaidMessageSort, { key: string; type: Types[string] }>

const pageOf = (sort: PaidMessageSort) => {
  const { key, type } = orders[sort]
  return statement(
    `paid_messages_by_${sort}`,
    {
      ...span,
      /** Of an operator who acts: whose colleagues may be known by name. */
      agency: orNull(uuid),
      state: orNull(oneOf(...paidMessageStates)),
      at: cursorValue(type as typeof int),
      id: cursorValue(uuid),
      limit: int,
    },
    {
      id: uuid,
      at: neverNull(text, 'every order has a value for each message'),
      fan_id: uuid,
      is_by_team: bool,
      operator_id: orNull(uuid),
      created_at: timestamptz,
      text,
      is_deleted: bool,
      price_cents: neverNull(int, 'a message without a price is not found'),
      is_opened: bool,
      bought_at: orNull(timestamptz),
      earned_cents: int,
    },
    (p) => `
    select m.id, ${key}::text as at, m.receiver_id as fan_id, m.operator_id is not null as is_by_team,
      case when ${p.agency} is null or exists (select from agency_members c
        where c.agency_id = ${p.agency} and c.user_id = m.operator_id) then m.operator_id end as operator_id,
      m.created_at, left(m.content, 120) as text, m.deleted_at is not null as is_deleted, m.price_cents,
      m.read_at is not null as is_opened, b.created_at as bought_at, coalesce(b.price_cents, 0) as earned_cents
    from ${soldOneByOne(p)}
      and case ${p.state} when 'bought' then b.id is not null
        when 'unbought' then b.id is null and m.read_at is not null
        when 'unopened' then b.id is null and m.read_at is null else true end
      and (${p.id} is null or (${key}, m.id) < (${p.at}, ${p.id}))
    order by ${key} desc, m.id desc limit ${p.limit}`,
    { isPlannedForValues: true },
  )
}
export const paidMessagePages: Record<PaidMessageSort, ReturnType<typeof pageOf>> = {
  newest: pageOf('newest'),
  price: pageOf('price'),
  earned: pageOf('earned'),
}

export const paidMessageTotals = statement(
  'paid_messages_totals',
  span,
  { messages: int, opened: int, bought: int, earned: bigint },
  (p) => `
    select count(*)::int as messages, count(m.read_at)::int as opened, count(b.id)::int as bought,
      coalesce(sum(b.price_cents), 0)::bigint as earned
    from ${soldOneByOne(p)}`,
  { isPlannedForValues: true },
)
