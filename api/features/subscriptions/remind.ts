import { longestLeadMs, remindsFrom, usualLeadMs } from '../../../contract/policy/renewal-reminder.ts'
import type { Db } from '../../platform/db/db.ts'
import { forEachIndependently } from '../../platform/jobs/for-each.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/notify.ts'
import { findSaleTerms } from '../wallet/sale.ts'
import { pagesOf } from './due-pages.ts'
import { nextPrice } from './next-price.ts'
import { bundlesToRemind, lockUnreminded, markReminded, subscriptionsToRemind } from './reminder-statements.ts'
import type { DueSubscription } from './statements.ts'

/**
 * Reminds fans of what is about to be charged: of whose subscription, how much and on which day (product §87). Once for each
 * renewal, as the notification and the mark of it are one transaction; another node that comes to the same subscription finds
 * the mark.
 */
export const remindOfRenewals = (ctx: Services): Promise<number> =>
  forEachIndependently(dueRows(ctx), (row) => remindOne(ctx, row))

async function* dueRows(ctx: Services): AsyncGenerator<DueSubscription> {
  const now = ctx.now()
  const [usual, longest] = [new Date(now + usualLeadMs), new Date(now + longestLeadMs)]
  yield* pagesOf((after) => ctx.db.run(subscriptionsToRemind, { since: new Date(now), until: usual, ...after }))
  yield* pagesOf((after) => ctx.db.run(bundlesToRemind, { since: usual, until: longest, ...after }))
}

async function remindOne(ctx: Services, due: DueSubscription): Promise<boolean> {
  const afterCommit = await ctx.db.transact((tx) => remind(tx, ctx, due))
  afterCommit?.()
  return afterCommit !== null
}

/** Returns the effects to run after the commit, or null when there is nothing to remind of. */
async function remind(tx: Db, ctx: Services, { id, fan_id, creator_id }: DueSubscription) {
  // Before the subscription, as renewing does.
  const terms = await findSaleTerms(tx, ctx, fan_id, creator_id)
  const [row] = await tx.run(lockUnreminded, { id })
  if (terms === null || terms.blocked || terms.isFanGone || !terms.isCreator || row === undefined) return null
  const [now, renewsAt] = [ctx.now(), row.renews_at.getTime()]
  const freeSince = row.started_at.getTime() >= renewsAt ? row.since.getTime() : null
  if (now >= renewsAt || now < remindsFrom({ renewsAt, isBundle: row.is_bundle, freeSince })) return null
  const cents = nextPrice(row).price_cents
  // Of a creator who has become free, the renewal is free too.
  if (terms.priceCents === 0 || cents === 0) return null
  await tx.run(markReminded, { id })
  return notify(tx, ctx, {
    userId: fan_id,
    type: 'renewal_reminder',
    actorId: creator_id,
    object: { kind: 'subscription', id },
    amountCents: cents,
    happensAt: row.renews_at,
  })
}
