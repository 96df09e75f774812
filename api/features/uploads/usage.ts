import type { Db } from '../../platform/db/db.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { log } from '../../platform/log.ts'
import type { Services } from '../../platform/services.ts'
import { staleBefore } from './stale.ts'
import { lockUsage, readUsage, readWrongUsage, sumUsage } from './usage-statements.ts'

/** How many bytes a creator keeps, unfinished uploads included, and may keep (`VAULT_QUOTA_GB`). */
export async function getUsage(ctx: Services, db: Db, owner: string): Promise<{ used: number; limit: number }> {
  const [row] = await db.run(readUsage, { owner, stale: staleBefore(ctx.now()) })
  return { used: row?.used ?? 0, limit: Math.round(ctx.env.VAULT_QUOTA_GB * gigabyte) }
}

/** Refuses `quota_full`, with what is used, where so many more bytes do not fit into `most`, or into a vault. */
export async function requireQuota(ctx: Services, db: Db, owner: string, size: number, most?: number): Promise<void> {
  const usage = await getUsage(ctx, db, owner)
  const { used, limit } = { ...usage, ...(most !== undefined && { limit: most }) }
  if (used + size > limit) throw refuse('quota_full', { used, limit })
}

/**
 * Compares the kept sums with their rows, and puts right what differs, which is logged: while nodes of the version before
 * still run beside this one, their uploads are not in the sums.
 */
export async function checkUsage(ctx: Services): Promise<number> {
  const wrong = await ctx.db.run(readWrongUsage, {})
  for (const { owner } of wrong) {
    log.warn('the bytes of a vault were counted again', { subject: owner })
    await ctx.db.transact((tx) => countVault(tx, owner))
  }
  return wrong.length
}

/** Makes the kept sum that of the rows; inside a transaction, so that nothing is added meanwhile. */
export async function countVault(tx: Db, owner: string): Promise<void> {
  await tx.run(lockUsage, { owner })
  await tx.run(sumUsage, { owner })
}

/** Decimal, as disks and stores count. */
const gigabyte = 1e9
