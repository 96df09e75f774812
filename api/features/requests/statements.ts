import type { RequestState } from '../../../contract/policy/request.ts'
import { afterRow } from '../../platform/db/keyset.ts'
import { noBlockBetween } from '../../platform/db/rules.ts'
import {
  bigint,
  cursorValue,
  int,
  orNull,
  type RowOf,
  statement,
  text,
  textOf,
  timestamptz,
  uuid,
  uuids,
} from '../../platform/db/statement.ts'

const requestState = textOf<RequestState>()

const requestColumns =
  'id, fan_id, creator_id, message_id, delivered_id, price_cents, state, entry_id, due_at, created_at'
const requestTypes = {
  id: uuid,
  fan_id: uuid,
  creator_id: uuid,
  message_id: uuid,
  delivered_id: orNull(uuid),
  price_cents: int,
  state: requestState,
  entry_id: uuid,
  due_at: timestamptz,
  created_at: timestamptz,
}
export type RequestRow = RowOf<typeof requestTypes>

export const requestsBetween = statement(
  'requests_between',
  { viewer: uuid, other: uuid },
  requestTypes,
  ({ viewer, other }) => `
    select ${requestColumns} from paid_requests
    where (fan_id = ${viewer} and creator_id = ${other}) or (fan_id = ${other} and creator_id = ${viewer})
    order by id desc limit 100`,
)
/** What waits for a creator, the next to expire first, without the requests of fans who are blocked or gone. */
const isWaiting = (creator: string) => `
    r.creator_id = ${creator} and r.state in ('open', 'accepted')
      and ${noBlockBetween('r.creator_id', 'r.fan_id')}`
export const waitingRequests = statement(
  'requests_waiting',
  { creator: uuid, at: cursorValue(timestamptz), id: cursorValue(uuid), limit: int },
  { ...requestTypes, at: text, text },
  ({ creator, at, id, limit }) => `
    select ${requestColumns
      .split(', ')
      .map((column) => `r.${column}`)
      .join(', ')}, r.due_at::text as at, coalesce(m.content, '') as text
    from paid_requests r left join messages m on m.id = r.message_id
    where ${isWaiting(creator)} and ${afterRow('r.due_at', 'r.id', at, id)}
    order by r.due_at, r.id limit ${limit}`,
)
export const waitingTotal = statement(
  'requests_waiting_total',
  { creator: uuid },
  { count: int, cents: bigint },
  ({ creator }) => `
    select count(*)::int as count, coalesce(sum(r.price_cents), 0)::bigint as cents from paid_requests r
    where ${isWaiting(creator)}`,
)
export const requestForViewer = statement(
  'request_one',
  { viewer: uuid, id: uuid },
  requestTypes,
  ({ viewer, id }) =>
    `select ${requestColumns} from paid_requests where id = ${id} and ${viewer} in (fan_id, creator_id)`,
)
export const lockRequest = statement(
  'request_lock',
  { id: uuid },
  requestTypes,
  ({ id }) => `select ${requestColumns} from paid_requests where id = ${id} for update`,
)
export const insertRequest = statement(
  'request_make',
  {
    id: uuid,
    fan: uuid,
    creator: uuid,
    message: uuid,
    cents: int,
    entry: uuid,
    dueAt: timestamptz,
    now: timestamptz,
  },
  {},
  (p) => `
    insert into paid_requests (id, fan_id, creator_id, message_id, price_cents, entry_id, due_at, created_at)
    values (${p.id}, ${p.fan}, ${p.creator}, ${p.message}, ${p.cents}, ${p.entry}, ${p.dueAt}, ${p.now})`,
)
export const acceptRequest = statement(
  'request_accept',
  { id: uuid, dueAt: timestamptz },
  {},
  ({ id, dueAt }) => `update paid_requests set state = 'accepted', due_at = ${dueAt} where id = ${id}`,
)
export const closeRequest = statement(
  'request_close',
  { id: uuid, state: requestState, now: timestamptz },
  {},
  ({ id, state, now }) => `update paid_requests set state = ${state}, closed_at = ${now} where id = ${id}`,
)
export const overdueRequests = statement(
  'requests_due',
  { now: timestamptz },
  { id: uuid },
  ({ now }) => `
    select id from paid_requests where state in ('open', 'accepted') and due_at <= ${now} order by due_at limit 500`,
)

/** The lowest price of a creator's requests; null or no row for a creator who takes none. */
export const minimumPrice = statement(
  'request_minimum',
  { creator: uuid },
  { min_cents: orNull(int) },
  ({ creator }) => `select min_cents from request_settings where user_id = ${creator}`,
)
export const setMinimumPrice = statement(
  'request_set_minimum',
  { creator: uuid, cents: orNull(int), now: timestamptz },
  {},
  ({ creator, cents, now }) => `
    insert into request_settings (user_id, min_cents, updated_at) values (${creator}, ${cents}, ${now})
    on conflict (user_id) do update set min_cents = excluded.min_cents, updated_at = excluded.updated_at`,
)

/** Gives the fan the media; a row for each that is new to them. */
export const insertEntitlements = statement(
  'request_entitle',
  { fan: uuid, mediaIds: uuids, purchase: uuid, now: timestamptz },
  { media_id: uuid },
  ({ fan, mediaIds, purchase, now }) => `
    insert into entitlements (user_id, media_id, purchase_id, created_at)
    select ${fan}, x, ${purchase}, ${now} from unnest(${mediaIds}) x on conflict do nothing returning media_id`,
)
export const insertPurchase = statement(
  'request_buy',
  {
    id: uuid,
    fan: uuid,
    creator: uuid,
    message: uuid,
    cents: int,
    entry: uuid,
    now: timestamptz,
  },
  {},
  (p) => `
    insert into purchases (id, buyer_id, creator_id, object_kind, object_id, price_cents, entry_id, created_at)
    values (${p.id}, ${p.fan}, ${p.creator}, 'message', ${p.message}, ${p.cents}, ${p.entry}, ${p.now})`,
)
export const markDelivered = statement(
  'request_deliver',
  { id: uuid, message: uuid, paidEntry: uuid, now: timestamptz },
  {},
  ({ id, message, paidEntry, now }) => `
    update paid_requests set state = 'delivered', delivered_id = ${message}, paid_entry_id = ${paidEntry}, closed_at = ${now}
    where id = ${id}`,
)
