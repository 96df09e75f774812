import { betterText, measureOf } from '../../../contract/policy/text-comparison.ts'
import type { Db } from '../../platform/db/db.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import type { Services } from '../../platform/services.ts'
import { resolveAudience } from './audience.ts'
import { claimRest, markRest } from './delivery-statements.ts'
import { selectionOfClaimed } from './recipients.ts'

/**
 * Decides which of two texts the others get, if it is time, and who they are: fans who are in the audience now, whom no
 * rail stops and who have no text yet (product §88). What is decided is stored with the figures that decided it.
 */
export async function resolveRest(tx: Db, ctx: Services, id: string): Promise<void> {
  const [row] = await tx.run(claimRest, { id, now: new Date(ctx.now()) })
  if (row === undefined) return
  const leftOut = await resolveAudience(tx, id, await selectionOfClaimed(tx, ctx, row))
  const { first, second } = resultsOf(row)
  const winner = row.winner ?? betterText(first, second)
  const decided = { by: row.winner === null ? ('rule' as const) : ('choice' as const), first, second }
  await tx.run(markRest, { id, winner, decided, leftOut })
}

function resultsOf(row: RowOf<typeof claimRest>) {
  const isSale = measureOf(row.price_cents) === 'unlocked'
  return {
    first: { sent: row.first_sent, hits: isSale ? row.first_unlocked : row.first_opened },
    second: { sent: row.second_sent, hits: isSale ? row.second_unlocked : row.second_opened },
  }
}
