import type { Db } from '../../platform/db/db.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { arrivalsOf } from './arrivals.ts'
import { attributeFan } from './statements.ts'

/**
 * Says by which link a new fan came, before they follow or subscribe: by the first of the creator's links that their
 * browser opened in the last 30 days. A fan counts for one link of a creator (product §81).
 */
export async function attribute(
  tx: Db,
  ctx: Services,
  { fan, creatorId, cookies, subscribes }: Arriving,
): Promise<void> {
  // The browser of an operator says nothing about the creator for whom they act.
  if (fan.acting !== null) return
  const codes = arrivalsOf(cookies, ctx.now()).map(({ code }) => code)
  if (codes.length === 0) return
  await tx.run(attributeFan, { fan: fan.id, creator: creatorId, codes, subscribes, now: new Date(ctx.now()) })
}

type Arriving = {
  fan: Pick<Viewer, 'id' | 'acting'>
  creatorId: string
  /** The header of the call. */
  cookies: string | null
  subscribes: boolean
}
