import { coinsOf } from '../../../contract/coins.ts'
import { type Gift, gifts, type SeenGift } from '../../../contract/gifts.ts'
import { mayAcceptGift } from '../../../contract/policy/gift.ts'
import type { User } from '../../../contract/users.ts'
import { readPeople } from '../../people/views.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { implement } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { idempotent } from '../wallet/idempotency.ts'
import { accept, give, stateOf, withdrawGift } from './gifts.ts'
import { type GiftRow, giftByCode, giftOfGiver, giftsOfGiver } from './statements.ts'

export const giftRoutes = (ctx: Services) =>
  implement(gifts)({
    give: async (input, call) => {
      const given = await idempotent(ctx, call, gifts.give, input, async (tx) => {
        const { afterCommit, ...answer } = await give(tx, ctx, call.me.id, input)
        return { answer, afterCommit }
      })
      return { gift: await readOne(ctx, call.me.id, given.id), coins: given.coins }
    },
    list: (input, { me }) => readGiven(ctx, me.id, input),
    get: ({ code }, { viewer }) => getSeenGift(ctx, viewer, code),
    accept: (input, call) =>
      idempotent(ctx, call, gifts.accept, input, async (tx) => {
        const { active_until, afterCommit } = await accept(tx, ctx, call.me.id, input.code.toUpperCase())
        return { answer: { is_subscribed: true, active_until: active_until.toISOString() }, afterCommit }
      }),
    takeBack: async (input, call) => {
      const back = await idempotent(ctx, call, gifts.takeBack, input, async (tx) => {
        const { afterCommit, coins } = await withdrawGift(tx, ctx, call.me.id, input.id)
        return { answer: { coins }, afterCommit }
      })
      return { gift: await readOne(ctx, call.me.id, input.id), coins: back.coins }
    },
  })

async function readGiven(ctx: Services, giverId: string, query: { limit?: number; cursor?: string }) {
  const limit = query.limit ?? 30
  const [beforeAt = null, beforeId = null] = fromCursor(query.cursor, 'time', 'uuid') ?? []
  const found = await ctx.db.run(giftsOfGiver, { giver: giverId, beforeAt, beforeId, limit: limit + 1 })
  const { rows, next } = cut(found, limit, (row) => [row.at, row.id])
  return { data: await presentGifts(ctx, giverId, rows), next }
}

async function readOne(ctx: Services, giverId: string, id: string): Promise<Gift> {
  const [gift] = await presentGifts(ctx, giverId, await ctx.db.run(giftOfGiver, { id, giver: giverId }))
  if (gift === undefined) throw refuse('not_found')
  return gift
}

async function presentGifts(ctx: Services, giverId: string, rows: readonly GiftRow[]): Promise<Gift[]> {
  const ids = rows.flatMap((row) => [row.creator_id, ...(row.redeemed_by === null ? [] : [row.redeemed_by])])
  const people = await readPeople(ctx, giverId, [...new Set(ids)])
  return rows.flatMap((row) => {
    const creator = people.get(row.creator_id)
    return creator === undefined ? [] : [presentGift(ctx, row, creator, people.get(row.redeemed_by ?? '') ?? null)]
  })
}

const presentGift = (ctx: Services, row: GiftRow, creator: User, acceptedBy: User | null): Gift => ({
  id: row.id,
  code: row.code,
  link: `${ctx.env.PUBLIC_ORIGIN}/gift/${row.code}`,
  creator,
  months: row.months,
  price: coinsOf(row.price_cents),
  anonymous: row.anonymous,
  message: row.message,
  state: stateOf(row, ctx.now()),
  returned: row.refund_reason,
  accepted_by: acceptedBy,
  accepted_at: row.redeemed_at?.toISOString() ?? null,
  expires_at: row.expires_at.toISOString(),
  created_at: row.created_at.toISOString(),
})

/** A gift as the visitor of its link sees it; refuses `not_found` behind a block. An operator sees what a visitor sees (product §35). */
async function getSeenGift(ctx: Services, viewer: Viewer | null, code: string): Promise<SeenGift> {
  const me = viewer?.acting === null ? viewer.id : null
  const [row] = await ctx.db.run(giftByCode, { code: code.toUpperCase(), viewer: me })
  if (row === undefined || row.is_hidden) throw refuse('not_found')
  const people = await readPeople(ctx, me, [row.creator_id, row.buyer_id])
  const creator = people.get(row.creator_id)
  if (creator === undefined) throw refuse('not_found')
  const giver = people.get(row.buyer_id)
  const state = stateOf(row, ctx.now())
  return {
    code: row.code,
    creator,
    giver: row.anonymous || giver === undefined ? null : giver,
    months: row.months,
    message: row.message,
    state,
    expires_at: row.expires_at.toISOString(),
    is_mine: state === 'accepted' && me !== null && row.redeemed_by === me,
    accepting: mayAcceptGift({
      state,
      isOwn: row.buyer_id === me,
      isCreator: row.creator_id === me,
      isFreeAnyway: row.free,
    }),
  }
}
