import type { Media } from '../../../contract/media.ts'
import { mayView } from '../../../contract/policy/content.ts'
import type { Db, Statement } from '../../db/db.ts'
import { newId } from '../../db/ids.ts'
import { refuse } from '../../http/refuse.ts'
import type { Services } from '../../http/services.ts'
import { notify } from '../notifications/notify.ts'
import { charge, reachDeal, walletCents } from '../wallet/sale.ts'
import { type MediaRow, showMedia } from './views.ts'

/**
 * Opens a media for a fan (PRODUCT 13). What is theirs already, free, or let in by their relation costs nothing; else
 * the post or message that sells it is bought whole, less the share of what they own of it. The entitlement is claimed
 * before the money moves, by its unique key, so that no crowd of calls pays twice.
 */
export async function unlock(tx: Db, on: Services, fanId: string, it: { id: string; expected_price?: number }): Promise<Unlocked> {
  const [row] = await tx.run<Reached>(reaching, [fanId, it.id, new Date(on.now())])
  if (row === undefined) throw refuse('not_found')
  if (row.paid_cents !== null) return opened(tx, on, fanId, row, row.paid_cents, 0)
  const offer = bestOffer(row, fanId, it.expected_price)
  if (offer === 'free') return opened(tx, on, fanId, row, 0, 0)
  return buy(tx, on, fanId, row, offer)
}

export type Unlocked = {
  answer: { media: Media; meta: { price_paid: number; charged: number; coins: number } }
  tell: () => void
}

async function buy(tx: Db, on: Services, fanId: string, row: Reached, offer: Holder): Promise<Unlocked> {
  const facts = await reachDeal(tx, on, fanId, row.owner_id)
  const purchaseId = newId()
  const entryId = newId()
  const now = new Date(on.now())
  const [claimed] = await tx.run<{ media_ids: string[]; price_cents: number }>(claiming, [
    fanId, purchaseId, offer.sold, row.owner_id, offer.kind, offer.id, offer.price_cents, offer.sold.length, entryId, now,
  ])
  if (claimed === undefined || !claimed.media_ids.includes(row.id)) {
    // Another call of this fan has just bought it: it is theirs.
    const [again] = await tx.run<Reached>(reaching, [fanId, row.id, now])
    if (again?.paid_cents == null) throw new Error('what could not be claimed is not owned either')
    return opened(tx, on, fanId, again, again.paid_cents, 0)
  }
  const cents = claimed.price_cents
  const sessionId = offer.session_id
  const told = [
    await notify(tx, on, { userId: row.owner_id, type: 'media_sold', actorId: fanId, object: { kind: offer.kind, id: offer.id }, amountCents: cents }),
  ]
  const { left } = await charge(tx, on, facts, { kind: offer.kind === 'post' ? 'post' : 'unlock', cents, object: { kind: offer.kind, id: offer.id }, entryId })
  told.push(
    await on.live.record(tx, [
      { userId: fanId, type: 'balance', payload: { coins: left / 100 } },
      { userId: fanId, type: 'media_unlocked', payload: { media_ids: claimed.media_ids, session_id: sessionId, by: fanId } },
      { userId: row.owner_id, type: 'media_unlocked', payload: { media_ids: claimed.media_ids, session_id: sessionId, by: fanId } },
    ]),
  )
  return {
    answer: { media: seen(on, fanId, row, cents), meta: { price_paid: cents / 100, charged: cents / 100, coins: left / 100 } },
    tell: () => told.forEach((tell) => tell()),
  }
}

async function opened(tx: Db, on: Services, fanId: string, row: Reached, paidCents: number, chargedCents: number): Promise<Unlocked> {
  const coins = (await walletCents(tx, fanId)) / 100
  return {
    answer: { media: seen(on, fanId, row, paidCents), meta: { price_paid: paidCents / 100, charged: chargedCents / 100, coins } },
    tell: () => undefined,
  }
}

const seen = (on: Services, fanId: string, row: Reached, cents: number): Media =>
  showMedia(on, row, { allowed: true, priceCents: cents === 0 ? null : cents, viewerId: fanId })

/**
 * How this fan may come to a media, from all the places that hold it: for nothing where one lets them in, else at the
 * price they saw, else at the lowest. A place that is gone sells nothing: 410 when it was the only one.
 */
function bestOffer(row: Reached, fanId: string, expected: number | undefined): Holder | 'free' {
  if (row.owner_id === fanId) return 'free'
  const visible = row.blocked ? [] : row.holders
  if (visible.length === 0) throw refuse('not_found')
  const present = visible.filter((holder) => !holder.gone)
  if (present.length === 0 || row.deleted) throw refuse('gone')
  if (present.some((holder) => letsIn(row, holder))) return 'free'
  const sold = present.filter((holder) => holder.price_cents !== null && holder.price_cents > 0 && !holder.is_preview)
  const [cheapest] = sold.sort((a, b) => (a.price_cents ?? 0) - (b.price_cents ?? 0))
  if (cheapest === undefined) throw refuse('forbidden')
  if (expected === undefined) return cheapest
  const asSeen = sold.find((holder) => holder.price_cents === Math.round(expected * 100))
  if (asSeen === undefined) throw refuse('price_changed', { price: (cheapest.price_cents ?? 0) / 100 })
  return asSeen
}

function letsIn(row: Reached, holder: Holder): boolean {
  // A message without a price is open to whom it was sent.
  if (holder.kind === 'message') return holder.is_preview || holder.price_cents === null || holder.price_cents === 0
  return mayView({
    isVisitor: false,
    isOwner: false,
    isBought: false,
    blocked: false,
    isPreview: holder.is_preview,
    visibility: holder.visibility ?? 'paid',
    isFollowing: row.is_following,
    isSubscribed: row.is_subscribed,
    price: holder.price_cents,
  }).allowed
}

type Holder = {
  kind: 'post' | 'message'
  id: string
  visibility: 'public' | 'followers' | 'subscribers' | 'paid' | null
  price_cents: number | null
  is_preview: boolean
  gone: boolean
  session_id: string | null
  /** The media that are bought with it, in the order in which they are claimed. */
  sold: string[]
}
type Reached = MediaRow & {
  owner_id: string
  deleted: boolean
  blocked: boolean
  is_following: boolean
  is_subscribed: boolean
  /** What this fan paid for it; null when they do not own it. */
  paid_cents: number | null
  holders: Holder[]
}

/** The media and, as this fan may know of them, the posts and messages that hold it, in one statement. */
const reaching: Statement = {
  name: 'purchase_reach',
  text: `
    select m.id, m.owner_id, m.type, m.state, m.preview, m.width, m.height, m.duration_ms, m.deleted_at is not null as deleted,
      exists (select 1 from blocks b where b.blocker_id = $1::uuid and b.blocked_id = m.owner_id)
        or exists (select 1 from blocks b where b.blocker_id = m.owner_id and b.blocked_id = $1::uuid) as blocked,
      exists (select 1 from follows f where f.follower_id = $1::uuid and f.user_id = m.owner_id) as is_following,
      exists (select 1 from subscriptions s where s.fan_id = $1::uuid and s.creator_id = m.owner_id and s.status <> 'ended'
        and (s.active_until is null or s.active_until > $3::timestamptz)) as is_subscribed,
      (select u.price_cents from entitlements e join purchases u on u.id = e.purchase_id
        where e.user_id = $1::uuid and e.media_id = m.id) as paid_cents,
      coalesce((select json_agg(h) from (
        select 'post' as kind, p.id, p.visibility, p.price_cents, pm.is_preview, p.deleted_at is not null as gone,
          null::uuid as session_id,
          (select array_agg(x.media_id order by x.media_id) from post_media x where x.post_id = p.id and not x.is_preview) as sold
        from post_media pm join posts p on p.id = pm.post_id
        where pm.media_id = m.id and p.published_at <= $3::timestamptz
        union all
        select 'message', g.id, null, g.price_cents, mm.is_preview, g.deleted_at is not null, g.session_id,
          (select array_agg(x.media_id order by x.media_id) from message_media x where x.message_id = g.id and not x.is_preview)
        from message_media mm join messages g on g.id = mm.message_id
        where mm.media_id = m.id and g.receiver_id = $1::uuid
      ) h), '[]') as holders
    from media m where m.id = $2::uuid`,
}

/**
 * Claims the assets, each once for this fan, and writes the purchase at the price of those that were really claimed;
 * answers nothing when none was. A twin that holds one uncommitted is waited for.
 */
const claiming: Statement = {
  name: 'purchase_claim',
  text: `
    with claimed as (
      insert into entitlements (user_id, media_id, purchase_id, created_at)
      select $1::uuid, x, $2::uuid, $10::timestamptz from unnest($3::uuid[]) with ordinality as o(x, n) order by n
      on conflict do nothing returning media_id
    )
    insert into purchases (id, buyer_id, creator_id, object_kind, object_id, price_cents, entry_id, created_at)
    select $2::uuid, $1::uuid, $4::uuid, $5::text, $6::uuid, round($7::numeric * count(*) / $8::numeric)::int, $9::uuid, $10::timestamptz
    from claimed having count(*) > 0
    returning (select array_agg(media_id::text) from claimed) as media_ids, price_cents`,
}
