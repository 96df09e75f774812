import { platformId } from '../../platform/db/schema/wallet.ts'
import {
  bigint,
  int,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  timestamptz,
  uuid,
} from '../../platform/db/statement.ts'

const topupStatus = oneOf('pending', 'paid', 'failed', 'expired')
const providerName = oneOf('sandbox', 'stripe')

const topupColumns = `t.id, t.user_id, t.amount_cents, t.status, t.provider, t.provider_ref, t.payment_ref, t.return_path,
    t.refunded_cents, t.disputed_cents, t.credited_cents, t.created_at, t.settled_at`
const topupTypes = {
  id: uuid,
  user_id: uuid,
  amount_cents: int,
  status: topupStatus,
  provider: providerName,
  provider_ref: orNull(text),
  payment_ref: orNull(text),
  return_path: orNull(text),
  refunded_cents: int,
  disputed_cents: int,
  credited_cents: int,
  created_at: timestamptz,
  settled_at: orNull(timestamptz),
}
export type TopupRow = RowOf<typeof topupTypes>

export const insertTopup = statement(
  'topup_begin',
  { id: uuid, user: uuid, cents: int, provider: providerName, returnPath: text, now: timestamptz },
  {},
  ({ id, user, cents, provider, returnPath, now }) => `
    insert into topups (id, user_id, amount_cents, provider, return_path, created_at)
    values (${id}, ${user}, ${cents}, ${provider}, ${returnPath}, ${now})`,
)

/** Expires the open top-ups of a fan but for so many of the newest; one that is being settled is left as it is. */
export const expireOldestTopups = statement(
  'topup_expire_oldest',
  { user: uuid, newest: int, now: timestamptz },
  {},
  ({ user, newest, now }) => `
    update topups set status = 'expired', settled_at = ${now} where id in (
      select id from topups where user_id = ${user} and status = 'pending'
      order by created_at desc, id desc offset ${newest} for update skip locked)`,
)

export const topupById = statement(
  'topup_by_id',
  { id: uuid },
  topupTypes,
  ({ id }) => `select ${topupColumns} from topups t where t.id = ${id}`,
)
export const lockTopup = statement(
  'topup_lock',
  { id: uuid },
  topupTypes,
  ({ id }) => `select ${topupColumns} from topups t where t.id = ${id} for update`,
)
export const lockTopupByPayment = statement(
  'topup_lock_by_payment',
  { provider: providerName, paymentRef: text },
  topupTypes,
  ({ provider, paymentRef }) =>
    `select ${topupColumns} from topups t where t.provider = ${provider} and t.payment_ref = ${paymentRef} for update`,
)

export const updateTopup = statement(
  'topup_settle',
  {
    id: uuid,
    status: topupStatus,
    paymentRef: orNull(text),
    refundedCents: int,
    creditedCents: int,
    disputedCents: int,
    settledAt: orNull(timestamptz),
  },
  {},
  (p) => `
    update topups set status = ${p.status}, payment_ref = ${p.paymentRef}, refunded_cents = ${p.refundedCents},
      credited_cents = ${p.creditedCents}, settled_at = ${p.settledAt}, disputed_cents = ${p.disputedCents}
    where id = ${p.id}`,
)

/** What taking a topup back has cost the platform so far, less what came back. */
export const topupLoss = statement(
  'topup_lost',
  { topup: uuid },
  { cents: bigint },
  ({ topup }) => `
    select -coalesce(sum(p.amount_cents), 0)::bigint as cents from ledger_accounts a
    join ledger_postings p on p.account_id = a.id join ledger_entries e on e.id = p.entry_id
    where a.owner_id = '${platformId}' and a.kind = 'loss' and e.object_kind = 'topup' and e.object_id = ${topup}`,
)

/** The topup with its buyer's address, which the provider's page shows. */
export const topupForCheckout = statement(
  'checkout_topup',
  { id: uuid },
  { ...topupTypes, email: text },
  ({ id }) => `select ${topupColumns}, u.email from topups t join users u on u.id = t.user_id where t.id = ${id}`,
)
export const setProviderRef = statement(
  'checkout_set_provider_ref',
  { id: uuid, ref: orNull(text) },
  {},
  ({ id, ref }) => `update topups set provider_ref = ${ref} where id = ${id}`,
)

/** Open topups whose state at the provider is due to be read, those never polled first. */
export const topupsToPoll = statement(
  'topups_to_poll',
  { provider: providerName, now: timestamptz, createdBefore: timestamptz },
  topupTypes,
  ({ provider, now, createdBefore }) => `
    select ${topupColumns} from topups t
    where t.status = 'pending' and t.provider = ${provider} and t.created_at < ${createdBefore}
      and (t.asked_at is null or t.asked_at < ${now} - (${now} - t.created_at) / 4)
    order by t.asked_at nulls first, t.created_at limit 200`,
)
export const markTopupPolled = statement(
  'topup_mark_polled',
  { id: uuid, now: timestamptz },
  {},
  ({ id, now }) => `update topups set asked_at = ${now} where id = ${id}`,
)
/** Expires the open topups of a provider that this installation no longer has. */
export const expireForeignTopups = statement(
  'topups_expire_foreign',
  { provider: text, createdBefore: timestamptz, now: timestamptz },
  {},
  ({ provider, createdBefore, now }) => `
    update topups set status = 'expired', settled_at = ${now}
    where status = 'pending' and provider <> ${provider} and created_at < ${createdBefore}`,
)

/** No row for an event that was received before. */
export const insertProviderEvent = statement(
  'provider_event_insert',
  { id: text, type: text, now: timestamptz },
  { event_id: text },
  ({ id, type, now }) => `
    insert into provider_events (provider, event_id, type, created_at) values ('stripe', ${id}, ${type}, ${now})
    on conflict do nothing returning event_id`,
)
export const deleteProviderEvent = statement(
  'provider_event_delete',
  { id: text },
  {},
  ({ id }) => `delete from provider_events where provider = 'stripe' and event_id = ${id}`,
)
