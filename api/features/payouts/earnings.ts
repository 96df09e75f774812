import { coinsOf } from '../../../contract/coins.ts'
import { holdDays } from '../../../contract/limits.ts'
import { requireRecentAuth } from '../../identity/recent-auth.ts'
import type { Db } from '../../platform/db/db.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { forEachIndependently } from '../../platform/jobs/for-each.ts'
import type { Services } from '../../platform/services.ts'
import { balances, move } from '../wallet/ledger.ts'
import { asShortfall } from './payouts.ts'
import { accountsToRelease, heldCents, lockHeldAccount, markReleased, oldestHeld } from './statements.ts'

/** What a creator has earned: held, available, and when the next of it is released. Referral earnings are held too. */
export async function readEarnings(ctx: Services, userId: string) {
  const held = await balances(ctx.db, userId)
  const [first] = await ctx.db.run(oldestHeld, { owner: userId })
  return {
    pending: coinsOf((held.pending ?? 0) + (held.referral ?? 0)),
    available: coinsOf(held.available ?? 0),
    next_release: first?.at ? new Date(first.at.getTime() + holdDays * 86_400_000).toISOString() : null,
  }
}

/**
 * Moves available earnings into the wallet; there is no way back (product §2), and in the wallet they can be spent, so
 * it needs a recent sign-in.
 */
export async function transfer(tx: Db, ctx: Services, viewer: Viewer, cents: number) {
  const userId = viewer.id
  if (cents <= 0) throw refuse('invalid_amount')
  requireRecentAuth(viewer)
  const moved = await move(tx, {
    kind: 'transfer',
    userId,
    counterpartyId: null,
    object: null,
    now: ctx.now(),
    legs: [
      { owner: userId, account: 'available', cents: -cents },
      { owner: userId, account: 'wallet', cents },
    ],
  }).catch(asShortfall)
  const coins = coinsOf(moved.balanceOf(userId, 'wallet'))
  const afterCommit = await ctx.live.record(tx, [{ userId, type: 'balance', payload: { coins } }])
  return { answer: { available: coinsOf(moved.balanceOf(userId, 'available')), coins }, afterCommit }
}

/**
 * Releases what has been held for seven days: `pending` and `referral` into `available`, account by account. What was
 * taken back meanwhile is not released. Answers how many accounts it moved.
 */
export async function releaseHolds(ctx: Services): Promise<number> {
  const through = new Date(ctx.now() - holdDays * 86_400_000)
  const due = await ctx.db.run(accountsToRelease, { through })
  return forEachIndependently(due, async ({ id }) => {
    await ctx.db.transact((tx) => releaseOne(tx, ctx, id, through))
    return true
  })
}

async function releaseOne(tx: Db, ctx: Services, accountId: string, through: Date): Promise<void> {
  const [account] = await tx.run(lockHeldAccount, { id: accountId })
  if (account === undefined || (account.released_through !== null && account.released_through >= through)) return
  const [row] = await tx.run(heldCents, { account: accountId, after: account.released_through, through })
  await tx.run(markReleased, { account: accountId, through })
  if (row === undefined || row.cents === 0) return
  await move(tx, {
    kind: 'release',
    userId: account.owner_id,
    counterpartyId: null,
    object: null,
    now: ctx.now(),
    legs: [
      { owner: account.owner_id, account: account.kind, shard: account.shard, cents: -row.cents },
      { owner: account.owner_id, account: 'available', cents: row.cents },
    ],
  })
}
