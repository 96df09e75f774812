import type { Media } from '../../../contract/media.ts'
import { type Db, type Statement, violated } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { createBatcher } from '../../platform/db/batch.ts'
import { RefusalError, refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { unwrapMovement, moveAll, type Moved, type Movement } from '../wallet/ledger.ts'
import type { IdempotencyRecord } from '../wallet/idempotency.ts'
import {
  type Deal,
  dealColumns,
  enforceSpendingLimit,
  movementOf,
  referralSince,
  toDeal,
  walletCents,
} from '../wallet/sale.ts'
import { publishNotification, groupOf, type NewNotification, notificationParts } from '../notifications/notify.ts'
import { bestOffer, costOf, type Holder, type MediaForSale, type Wanted } from './offer.ts'
import { presentMedia } from './views.ts'

/**
 * Opens a media for a fan (PRODUCT 13). What is theirs already, free, or let in by their relation costs nothing; else
 * the post or message that sells it (the one they are in, where they say so: `within`) is bought whole, less the share of
 * what they own of it. One statement takes the coins, writes the entitlements, whose unique key lets no crowd of calls
 * pay twice, and keeps the answer under the call's key. Where another call of this fan may have come first
 * (`mayBeRaced`), it is asked again and finds it theirs.
 */
export async function unlock(
  tx: Db,
  ctx: Services,
  fanId: string,
  it: Wanted,
  idempotency: IdempotencyRecord | null = null,
): Promise<Unlocked> {
  const asked = { fanId, mediaId: it.id }
  const row = tx === ctx.db ? await readForSaleBatched(ctx)(asked) : (await readForSale(tx, ctx, [asked]))[0]
  if (row === undefined) throw refuse('not_found')
  if (row.paid_cents !== null) return alreadyOpen(tx, ctx, fanId, row, row.paid_cents, 0)
  const offer = bestOffer(row, fanId, it)
  if (offer === 'free') return alreadyOpen(tx, ctx, fanId, row, 0, 0)
  if (!row.is_creator) throw refuse('not_creator')
  return buy(tx, ctx, fanId, row, offer, idempotency)
}

async function readForSale(db: Db, ctx: Services, asked: readonly Asked[]): Promise<(MediaForSale | undefined)[]> {
  const [fans, media] = [asked.map((it) => it.fanId), asked.map((it) => it.mediaId)]
  const now = new Date(ctx.now())
  const rows = await db.run<MediaForSale & { n: number }>(selectForSale, [
    fans,
    media,
    ...referralSince(now.getTime()),
    now,
  ])
  const byNumber = new Map(rows.map((row) => [row.n, row]))
  return asked.map((_, at) => byNumber.get(at + 1))
}
type Asked = { fanId: string; mediaId: string }

/** Outside of a transaction, fans who ask at the same moment share the round trip. */
const readForSaleBatched = createBatcher<Services, Asked, MediaForSale | undefined>((ctx) => ({
  run: (asked) => readForSale(ctx.db, ctx, asked),
}))

/** Whether another call of the same fan may have bought the media meanwhile, or spent the coins on it that now lack. */
export function isRetryableRace(error: unknown): boolean {
  if (error instanceof RefusalError) return error.code === 'insufficient_coins' || error.code === 'spending_limit'
  return violated(error) === 'entitlements_user_id_media_id_pk'
}

export type Unlocked = {
  answer: { media: Media; meta: { price_paid: number; charged: number; coins: number } }
  afterCommit: () => void
  /** The answer stands under the key of the call already. */
  kept: boolean
}

async function buy(
  tx: Db,
  ctx: Services,
  fanId: string,
  row: MediaForSale,
  offer: Holder,
  idempotency: IdempotencyRecord | null,
): Promise<Unlocked> {
  const cents = costOf(offer)
  const kind = offer.kind === 'post' ? 'post' : 'unlock'
  const [entryId, purchaseId, notificationId] = [newId(), newId(), newId()]
  const events = { balance: newId(), fan: newId(), creator: newId(), notified: newId() }
  const unlocked = { media_ids: offer.sold, session_id: offer.session_id, by: fanId }
  const sold: NewNotification = {
    userId: row.owner_id,
    type: 'media_sold',
    actorId: fanId,
    object: { kind: offer.kind, id: offer.id },
    amountCents: cents,
  }
  const deal = toDeal(fanId, row.owner_id, row)
  const movement = movementOf(ctx, deal, { kind, cents, object: { kind: offer.kind, id: offer.id }, entryId })
  const answer = {
    media: presentUnlocked(ctx, fanId, row, cents),
    meta: { price_paid: cents / 100, charged: cents / 100, coins: 0 },
  }
  const bought = {
    movement,
    cents,
    mediaIds: offer.sold,
    unlocked,
    purchaseId,
    notificationId,
    events,
    idempotency,
    answer,
  }
  const moved = await pay(tx, ctx, deal, bought)
  const left = moved.balanceOf(fanId, 'wallet')
  return {
    answer: { ...answer, meta: { ...answer.meta, coins: left / 100 } },
    kept: idempotency !== null,
    afterCommit: () => {
      ctx.live.publish({ id: events.balance, userId: fanId, type: 'balance', payload: { coins: left / 100 } })
      ctx.live.publish({ id: events.fan, userId: fanId, type: 'media_unlocked', payload: unlocked })
      ctx.live.publish({ id: events.creator, userId: row.owner_id, type: 'media_unlocked', payload: unlocked })
      if (row.owner_is_told)
        publishNotification(ctx, sold, {
          id: notificationId,
          eventId: events.notified,
          hasBrowser: row.owner_has_browser,
        })
    },
  }
}

async function pay(tx: Db, ctx: Services, deal: Deal, bought: Bought): Promise<Moved> {
  // A limit is looked at after the movement, which then has to be taken back.
  if (deal.limitCents !== null) {
    return tx.transact(async (it) => {
      const [outcome] = await buyAll(it, [bought])
      await enforceSpendingLimit(it, ctx, deal)
      return unwrapMovement(outcome)
    })
  }
  const outcome = tx === ctx.db ? await buyingOf(ctx)(bought) : undefined
  return unwrapMovement(outcome ?? (await buyAll(tx, [bought]))[0])
}

/** Outside of a transaction, fans who buy at the same moment share the statement; each pays or not for themselves. */
const buyingOf = createBatcher<Services, Bought, Moved | Error | undefined>((ctx) => ({
  run: (all) => buyAll(ctx.db, all),
  key: (it) => it.movement.userId ?? '',
}))

function buyAll(tx: Db, all: readonly Bought[]): Promise<(Moved | Error | undefined)[]> {
  const media = all.flatMap((it, at) => it.mediaIds.map((id) => ({ n: at + 1, id })))
  return moveAll(
    tx,
    all.map((it) => it.movement),
    {
      name: 'purchase',
      parts: owning,
      values: [
        all.map((it) => it.purchaseId),
        all.map((it) => it.cents),
        all.map((it) => it.notificationId),
        all.map((it) => it.events.balance),
        all.map((it) => it.events.fan),
        all.map((it) => it.events.creator),
        all.map((it) => it.events.notified),
        all.map((it) => JSON.stringify(it.unlocked)),
        all.map((it) => it.idempotency?.key ?? null),
        all.map((it) => it.idempotency?.fingerprint ?? null),
        all.map((it) => JSON.stringify(it.answer)),
        media.map((it) => it.n),
        media.map((it) => it.id),
      ],
    },
  )
}
type Bought = {
  movement: Movement
  cents: number
  mediaIds: string[]
  /** What both sides are told. */
  unlocked: { media_ids: string[]; session_id: string | null; by: string }
  purchaseId: string
  notificationId: string
  events: { balance: string; fan: string; creator: string; notified: string }
  /** Kept under the key, with the coins that are left then. */
  idempotency: IdempotencyRecord | null
  answer: Unlocked['answer']
}

async function alreadyOpen(
  tx: Db,
  ctx: Services,
  fanId: string,
  row: MediaForSale,
  paidCents: number,
  chargedCents: number,
): Promise<Unlocked> {
  const coins = (await walletCents(tx, fanId)) / 100
  return {
    answer: {
      media: presentUnlocked(ctx, fanId, row, paidCents),
      meta: { price_paid: paidCents / 100, charged: chargedCents / 100, coins },
    },
    afterCommit: () => undefined,
    kept: false,
  }
}

const presentUnlocked = (ctx: Services, fanId: string, row: MediaForSale, cents: number): Media =>
  presentMedia(ctx, row, { allowed: true, priceCents: cents === 0 ? null : cents, viewerId: fanId })

/** The group in whose settings a creator says whether to hear of sales, as SQL. */
const soldGroup = `'${groupOf('media_sold')}'`

/**
 * What is sold with it, where media the fan owns are left out of what is bought but not of the count. What its creator
 * has deleted is sold to nobody any more.
 */
const soldOf = (table: string, column: string, holder: string) => `cross join lateral (
            select array_agg(q.media_id order by q.media_id) filter (where o.user_id is null) as sold, count(*)::int as of
            from ${table} q
            cross join lateral (select d.deleted_at from media d where d.id = q.media_id offset 0) d
            left join lateral (select o.user_id from entitlements o where o.user_id = a.fan_id and o.media_id = q.media_id offset 0) o on true
            where q.${column} = ${holder}.id and not q.is_preview and (d.deleted_at is null or o.user_id is not null) offset 0) s`

/**
 * The media, the deal with its owner and, as this fan may know of them, the posts and messages that hold it, in one
 * statement. Everything is looked up by its key, one by one (`offset 0`), whatever is believed of the tables' sizes.
 */
const selectForSale: Statement = {
  name: 'purchase_reach',
  text: `
    select a.n, r.* from unnest($1::uuid[], $2::uuid[]) with ordinality as a (fan_id, media_id, n) cross join lateral (
    select m.id, m.owner_id, m.type, m.state, m.preview, m.width, m.height, m.duration_ms, m.has_poster,
      m.description, m.deleted_at is not null as deleted,
      c.deleted_at is not null as owner_gone, ${dealColumns},
      exists (select 1 from follows f where f.follower_id = a.fan_id and f.user_id = m.owner_id) as is_following,
      exists (select 1 from subscriptions s where s.fan_id = a.fan_id and s.creator_id = m.owner_id and s.status <> 'ended'
        and (s.active_until is null or s.active_until > $5::timestamptz)) as is_subscribed,
      coalesce((select n.app from notification_settings n where n.user_id = m.owner_id and n.kind = ${soldGroup}), true)
        as owner_is_told,
      exists (select 1 from push_subscriptions b where b.user_id = m.owner_id) as owner_has_browser,
      (select u.price_cents from entitlements e join purchases u on u.id = e.purchase_id
        where e.user_id = a.fan_id and e.media_id = m.id) as paid_cents,
      coalesce((select json_agg(h) from (
        select 'post' as kind, p.id, p.visibility, p.price_cents, pm.is_preview, p.deleted_at is not null as gone,
          null::uuid as session_id, s.sold, s.of
        from post_media pm cross join lateral (select * from posts p where p.id = pm.post_id offset 0) p
          ${soldOf('post_media', 'post_id', 'p')}
        where pm.media_id = m.id and p.published_at <= $5::timestamptz
        union all
        select 'message', g.id, null, g.price_cents, mm.is_preview, g.deleted_at is not null, g.session_id, s.sold, s.of
        from message_media mm cross join lateral (select * from messages g where g.id = mm.message_id offset 0) g
          ${soldOf('message_media', 'message_id', 'g')}
        where mm.media_id = m.id and g.receiver_id = a.fan_id
      ) h), '[]') as holders
    from media m join users c on c.id = m.owner_id join users f on f.id = a.fan_id
    where m.id = a.media_id offset 0) r`,
}

/**
 * The purchases that take place, their entitlements, the answers under their keys, the notifications of the creators and
 * the events of both sides.
 */
const owning = `
    things as (
      select * from unnest($16::uuid[], $17::int[], $18::uuid[], $19::uuid[], $20::uuid[], $21::uuid[], $22::uuid[], $23::text[],
          $24::text[], $25::text[], $26::text[]) with ordinality as t(purchase_id, cents, notification_id, balance_event, fan_event,
          creator_event, notified_event, unlocked, key, print, answer, n)
    ), sold as (
      select t.*, m.id as entry_id, m.user_id as fan_id, m.counterparty_id as creator_id, m.object_kind, m.object_id, m.created_at
      from verdict v join movements m on m.n = v.n join things t on t.n = v.n
    ), bought as (
      insert into purchases (id, buyer_id, creator_id, object_kind, object_id, price_cents, entry_id, created_at)
      select purchase_id, fan_id, creator_id, object_kind, object_id, cents, entry_id, created_at from sold
    ), owned as (
      insert into entitlements (user_id, media_id, purchase_id, created_at)
      select s.fan_id, x.media_id, s.purchase_id, s.created_at
      from sold s join unnest($27::int[], $28::uuid[]) as x(n, media_id) on x.n = s.n
    ), paid as (
      select s.*, k.balance / 100.0 as coins from sold s join after k on k.n = s.n and k.owner_id = s.fan_id and k.kind = 'wallet'
    ), kept as (
      insert into idempotency_keys (user_id, key, fingerprint, created_at, answer)
      select fan_id, key, print, created_at, jsonb_set(answer::jsonb, '{meta,coins}', to_jsonb(coins)) from paid where key is not null
    ), told as (
      insert into live_events (id, user_id, type, payload)
      select e.id, e.user_id, 'media_unlocked', s.unlocked::jsonb
      from sold s cross join lateral (values (s.fan_event, s.fan_id), (s.creator_event, s.creator_id)) as e(id, user_id)
      union all
      select balance_event, fan_id, 'balance', jsonb_build_object('coins', coins) from paid
    ), ${notificationParts({
      given: 'sold x',
      id: 'x.notification_id',
      user: 'x.creator_id',
      type: `'media_sold'::text`,
      actor: 'x.fan_id',
      objectKind: 'x.object_kind',
      objectId: 'x.object_id',
      cents: 'x.cents',
      now: 'x.created_at',
      event: 'x.notified_event',
      group: soldGroup,
    }).trim()}`
