import { mayTakeOffer, offerPrice } from '../../../contract/policy/offer.ts'
import type { Offer, SeenOffer } from '../../../contract/subscriptions.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { blockBetween } from '../../platform/db/rules.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { newCode } from './codes.ts'
import type { SubscriptionRow } from './subscription.ts'

/** What a fan gets by a link: the first charge, and what the subscription becomes; null for a link that gives nothing now. */
export type Taken = { cents: number; change: Partial<SubscriptionRow> }

/**
 * Takes an offer of this creator for a fan, once, as part of the caller's transaction. Refuses `not_found` for a link of
 * somebody else or of nobody, `gone` where it is over or used up, `already_done` for a fan who has had it or has been a
 * subscriber before.
 */
export async function takeOffer(
  tx: Db,
  ctx: Services,
  it: { code: string; fanId: string; creatorId: string; priceCents: number },
): Promise<Taken> {
  const now = ctx.now()
  const [link] = await tx.run<OfferRow>(locking, [it.code])
  if (link === undefined || link.creator_id !== it.creatorId) throw refuse('not_found')
  if (!isOpen(link, now)) throw refuse('gone')
  const taken = await tx.run(taking, [link.id, it.fanId, it.creatorId, new Date(now)])
  if (taken.length === 0) throw refuse('already_done')
  if (link.kind === 'trial') {
    const until = new Date(now + (link.days ?? 0) * 86_400_000)
    // The first month is paid when the trial ends; until then it can be cancelled at no cost.
    return {
      cents: 0,
      change: { price_cents: it.priceCents, started_at: until, active_until: until, renews_at: until },
    }
  }
  const cents = offerPrice(link, it.priceCents)
  return {
    cents,
    change: { price_cents: cents, full_price_cents: it.priceCents, discounted_months: (link.months ?? 1) - 1 },
  }
}

export async function makeOffer(tx: Db, ctx: Services, creatorId: string, it: Making): Promise<Offer> {
  const isTrial = it.kind === 'trial'
  if (isTrial ? it.days === undefined : it.percent === undefined || it.months === undefined)
    throw refuse('invalid_input')
  const expires = it.expires_in_days === undefined ? null : new Date(ctx.now() + it.expires_in_days * 86_400_000)
  const [row] = await tx.run<OfferRow>(making, [
    newId(),
    creatorId,
    newCode(),
    it.kind,
    isTrial ? it.days : null,
    isTrial ? null : it.percent,
    isTrial ? null : it.months,
    it.max_uses ?? null,
    expires,
    new Date(ctx.now()),
  ])
  if (row === undefined) throw new Error('an offer came back without itself')
  return show(ctx, row)
}
type Making = {
  kind: 'trial' | 'discount'
  days?: number
  percent?: number
  months?: number
  max_uses?: number
  expires_in_days?: number
}

export async function readOffers(ctx: Services, creatorId: string): Promise<Offer[]> {
  return (await ctx.db.run<OfferRow>(ofCreator, [creatorId])).map((row) => show(ctx, row))
}

export async function revokeOffer(tx: Db, creatorId: string, id: string, now: number): Promise<void> {
  if ((await tx.run(revoking, [id, creatorId, new Date(now)])).length === 0) throw refuse('not_found')
}

/** What a link promises, for whoever follows it. Behind a block, and without its creator, there is none. */
export async function lookUp(ctx: Services, viewer: Viewer | null, code: string): Promise<SeenOffer> {
  const [row] = await ctx.db.run<SeenRow>(byCode, [code, viewer?.id ?? null])
  if (row === undefined || row.blocked) throw refuse('not_found')
  return {
    code: row.code,
    creator_id: row.creator_id,
    kind: row.kind,
    days: row.days,
    percent: row.percent,
    months: row.months,
    left: row.max_uses === null ? null : Math.max(0, row.max_uses - row.uses),
    expires_at: row.expires_at?.toISOString() ?? null,
    price: row.price_cents / 100,
    first_price: offerPrice(row, row.price_cents) / 100,
    taking: mayTakeOffer({
      isOpen: isOpen(row, ctx.now()),
      isFree: row.price_cents === 0,
      isOwn: row.creator_id === viewer?.id,
      // Whom somebody pays is theirs alone (product §35): an operator is told no more than a visitor.
      isKnown: row.known && viewer?.acting === null,
    }),
  }
}

const isOpen = (row: OfferRow, now: number): boolean =>
  row.revoked_at === null &&
  (row.expires_at === null || row.expires_at.getTime() > now) &&
  (row.max_uses === null || row.uses < row.max_uses)

const show = (ctx: Services, row: OfferRow): Offer => ({
  id: row.id,
  code: row.code,
  link: `${ctx.env.PUBLIC_ORIGIN}/@${row.username}?offer=${row.code}`,
  kind: row.kind,
  days: row.days,
  percent: row.percent,
  months: row.months,
  uses: row.uses,
  max_uses: row.max_uses,
  expires_at: row.expires_at?.toISOString() ?? null,
  open: isOpen(row, ctx.now()),
})

type OfferRow = {
  id: string
  creator_id: string
  username: string | null
  code: string
  kind: 'trial' | 'discount'
  days: number | null
  percent: number | null
  months: number | null
  max_uses: number | null
  uses: number
  expires_at: Date | null
  revoked_at: Date | null
}
type SeenRow = OfferRow & { price_cents: number; blocked: boolean; known: boolean }

const columns = `o.id, o.creator_id, (select u.username from users u where u.id = o.creator_id) as username, o.code, o.kind, o.days,
  o.percent, o.months, o.max_uses, o.uses, o.expires_at, o.revoked_at`
const byCode: Statement = {
  name: 'offer_by_code',
  text: `
    select ${columns}, coalesce(c.price_cents, 0) as price_cents,
      ${blockBetween('$2::uuid', 'c.id')} as blocked,
      exists (select 1 from subscription_events e where e.fan_id = $2::uuid and e.creator_id = c.id) as known
    from offer_links o join users c on c.id = o.creator_id and c.deleted_at is null and c.is_creator
    where o.code = $1`,
}
const locking: Statement = {
  name: 'offer_lock',
  text: `select ${columns} from offer_links o where o.code = $1 for update`,
}
/** Once a fan, and only for those who come for the first time. */
const taking: Statement = {
  name: 'offer_take',
  text: `
    with taken as (
      insert into offer_redemptions (link_id, fan_id, created_at)
      select $1::uuid, $2::uuid, $4::timestamptz
      where not exists (select 1 from subscription_events e where e.fan_id = $2::uuid and e.creator_id = $3::uuid)
      on conflict do nothing returning link_id
    )
    update offer_links o set uses = o.uses + 1 from taken where o.id = taken.link_id returning o.id`,
}
const making: Statement = {
  name: 'offer_make',
  text: `
    insert into offer_links as o (id, creator_id, code, kind, days, percent, months, max_uses, expires_at, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${columns}`,
}
const ofCreator: Statement = {
  name: 'offers_of_creator',
  text: `select ${columns} from offer_links o where o.creator_id = $1 and o.revoked_at is null order by o.id desc limit 100`,
}
const revoking: Statement = {
  name: 'offer_revoke',
  text: `update offer_links set revoked_at = $3 where id = $1 and creator_id = $2 and revoked_at is null returning id`,
}
