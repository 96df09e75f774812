import { usernameQuarantineDays } from '../../../contract/limits.ts'
import type { Db } from '../../platform/db/db.ts'
import { noId } from '../../platform/db/ids.ts'
import { forEachIndependently } from '../../platform/jobs/for-each.ts'
import type { Services } from '../../platform/services.ts'
import { transferAgencies } from '../agencies/agencies.ts'
import { dropImages } from '../verification/drop-images.ts'
import {
  batchSize,
  deleteMailsTo,
  dueErasures,
  erasureSteps,
  forgetReporterAddress,
  reserveUsername,
  type Step,
} from './erasure-statements.ts'

/**
 * Erases the accounts whose days of grace have passed (product §38), each for itself: one that fails stops no other and
 * is tried again by the next run. Answers how many.
 */
export const purgeDeleted = (ctx: Services): Promise<number> =>
  forEachIndependently(dueAccounts(ctx), async ({ id, email }) => {
    await erase(ctx, id, email)
    return true
  })

async function* dueAccounts(ctx: Services): AsyncGenerator<{ id: string; email: string }> {
  for (let after = noId; ; ) {
    const due = await ctx.db.run(dueErasures, { now: new Date(ctx.now()), after })
    yield* due
    const last = due.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/**
 * Removes what names or shows a user, by the table in `personal-data.ts`. Each batch is a transaction, and every step can
 * be repeated: an erasure that was interrupted starts again. The row of the user comes last and ends it.
 */
async function erase(ctx: Services, id: string, email: string): Promise<void> {
  await dropImages(ctx, id)
  const afterCommit = await ctx.db.transact((tx) => transferAgencies(tx, ctx, id))
  afterCommit()
  await eraseByAddress(ctx, email)
  const ofUser = (step: Step) => step.table === 'users'
  for (const step of erasureSteps) if (!ofUser(step)) await eraseRows(ctx, step, id)
  const until = new Date(ctx.now() + usernameQuarantineDays * 86_400_000)
  await ctx.db.transact(async (tx) => {
    await tx.run(reserveUsername, { user: id, until })
    for (const step of erasureSteps.filter(ofUser)) await eraseBatch(tx, step, id, noId)
  })
}

async function eraseRows(ctx: Services, step: Step, user: string): Promise<void> {
  for (let after: string | null = noId; after !== null; ) {
    const from: string = after
    after = await ctx.db.transact((tx) => eraseBatch(tx, step, user, from))
  }
}

/** Erases one batch; answers where the next one begins, or null after the last. */
async function eraseBatch(tx: Db, step: Step, user: string, after: string): Promise<string | null> {
  if ('deletion' in step) {
    const [row] = await tx.run(step.deletion, { user })
    return row?.done === 0 ? null : noId
  }
  const [row] = await tx.run(step.blanking, { user, after })
  return row?.done === batchSize ? row.last : null
}

/** What is not found by the user's id: mails to their address, and notices that they sent without signing in. */
async function eraseByAddress(ctx: Services, email: string): Promise<void> {
  for (let done = batchSize; done === batchSize; ) done = (await ctx.db.run(deleteMailsTo, { email }))[0]?.done ?? 0
  await ctx.db.run(forgetReporterAddress, { email })
}
