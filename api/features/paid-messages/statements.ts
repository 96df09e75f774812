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

type Span = Record<keyof typeof span, string>
/** Whether `b` is the sale of message `m` that was not refunded. */
const isSale = (p: Span): string => `
  b.object_kind = 'message' and b.object_id = m.id and b.creator_id = ${p.creator} and b.created_at >= ${p.from} and b.refunded_at is null`
/**
 * Whether message `m` was written to one fan in a span and has a price. What a broadcast or an automatic message sent
 * stands in their own figures; one that was deleted stays if it was bought.
 */
const isForSale = (p: Span, isBought: string): string => `
  m.sender_id = ${p.creator} and m.price_cents is not null and m.broadcast_id is null
    and m.created_at >= ${p.from} and m.created_at < ${p.to}
    and not exists (select from automation_runs r where r.message_id = m.id)
    and (m.deleted_at is null or ${isBought})`

const orders = {
  newest: { keyOf: () => 'm.created_at', type: timestamptz },
  price: { keyOf: () => 'm.price_cents', type: int },
  earned: {
    keyOf: (p: Span) => `coalesce((select b.price_cents from purchases b where ${isSale(p)} limit 1), 0)`,
    type: int,
  },
} as const satisfies Record<PaidMessageSort, { keyOf: (p: Span) => string; type: Types[string] }>

const pageOf = (sort: PaidMessageSort) => {
  const { keyOf, type } = orders[sort]
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
    (p) => {
      // Asked for each message in the order of the page, until it is full: an estimate of a join would read all of them.
      const isBought = `exists (select from purchases b where ${isSale(p)} offset 0)`
      const key = keyOf(p)
      return `
    select m.id, m.at::text as at, m.receiver_id as fan_id, m.operator_id is not null as is_by_team,
      case when ${p.agency} is null or exists (select from agency_members c
        where c.agency_id = ${p.agency} and c.user_id = m.operator_id) then m.operator_id end as operator_id,
      m.created_at, left(m.content, 120) as text, m.deleted_at is not null as is_deleted, m.price_cents,
      m.read_at is not null as is_opened, b.created_at as bought_at, coalesce(b.price_cents, 0) as earned_cents
    from (
      select m.*, ${key} as at from messages m where ${isForSale(p, isBought)}
        and case ${p.state} when 'bought' then ${isBought} when 'unbought' then m.read_at is not null and not ${isBought}
          when 'unopened' then m.read_at is null and not ${isBought} else true end
        and (${p.id} is null or (${key}, m.id) < (${p.at}, ${p.id}))
      order by ${key} desc, m.id desc limit ${p.limit}
    ) m left join purchases b on ${isSale(p)}
    order by m.at desc, m.id desc`
    },
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
    from messages m left join purchases b on ${isSale(p)} where ${isForSale(p, 'b.id is not null')}`,
  { isPlannedForValues: true },
)
