import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { backUp } from '../../platform/backup/back-up.ts'
import type { Database } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { log, reasonOf } from '../../platform/log.ts'
import type { Services } from '../../platform/services.ts'
import { closeDeadRuns, finishRun, insertRun, touchRun } from './statements.ts'
import { scratchPrefix, type Verified } from './verify.ts'
import { verifyInProcess } from './verify-process.ts'

/** Where the backups lie, how many of ours stay, and what is replaced in tests. */
export type Plan = {
  directory: string
  keep: number
  connect: Database['connect']
  verify?: (folder: string, signal: AbortSignal) => Promise<Verified>
}

/**
 * Makes a backup, verifies it, and records the outcome; one at a time on all nodes. After a success only the newest of
 * our backups stay; one that cannot be restored stays too, to be looked into. Throws where no backup could be made, so
 * that it is tried again, and answers whether it could be restored.
 */
export async function verifyWeekly(ctx: Services, plan: Plan): Promise<boolean> {
  const name = `${prefix}${new Date(ctx.now()).toISOString().replaceAll(':', '')}`
  const id = await begin(ctx, name)
  const watch = watchRun(ctx, id, plan.directory)
  try {
    await mkdir(plan.directory, { recursive: true, mode: 0o700 })
    await removeScratch(plan.directory)
    const verified = await makeAndVerify(ctx, plan, join(plan.directory, name), watch.signal)
    await ctx.db.run(finishRun, { id, now: new Date(), ...verified, failure: null })
    await removeOld(plan)
    return true
  } catch (error) {
    const isMade = error instanceof NotRestorable
    const failure = (isMade ? error.message : reasonOf(error)).slice(0, 300)
    log.error('backup', { backup: name, error: failure })
    await ctx.db.run(finishRun, { id, now: new Date(), rows: null, objects: null, failure })
    if (isMade) return false
    throw error
  } finally {
    watch.stop()
  }
}

async function makeAndVerify(ctx: Services, plan: Plan, folder: string, signal: AbortSignal) {
  try {
    await backUp(plan.connect, ctx.storage, folder, () => undefined, signal)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  const { verify = verifyInProcess } = plan
  const { rows, objects } = await verify(folder, signal).catch((error: Error) => {
    throw signal.aborted ? error : new NotRestorable(error.message)
  })
  return { rows, objects }
}

/** The backup is there and could not be restored: making another would not say more. */
class NotRestorable extends Error {}

async function begin(ctx: Services, name: string): Promise<string> {
  const now = new Date()
  await ctx.db.run(closeDeadRuns, { now, seenBefore: new Date(now.getTime() - deadMs) })
  const [row] = await ctx.db.run(insertRun, { id: newId(), name, now })
  if (row === undefined) throw new Error('Another node is verifying a backup.')
  return row.id
}

/** Gives signs of life, and aborts a run that another node took for dead or that leaves too little of the disk. */
function watchRun(ctx: Services, id: string, directory: string): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const look = async () => {
    const isOurs = (await ctx.db.run(touchRun, { id, now: new Date() })).length > 0
    if (!isOurs) return controller.abort(new Error('Another node took this run for dead.'))
    const { bavail, bsize } = await statfs(directory)
    if (bavail * bsize < reservedBytes) controller.abort(new Error('The disk of BACKUP_DIR is nearly full.'))
  }
  const timer = setInterval(() => void look().catch(() => undefined), 5_000)
  return { signal: controller.signal, stop: () => clearInterval(timer) }
}

/** Only directories that this job has made. */
async function removeOld({ directory, keep }: Plan): Promise<void> {
  const ours = (await readdir(directory)).filter((name) => name.startsWith(prefix)).sort()
  for (const name of ours.slice(0, -keep)) await rm(join(directory, name), { recursive: true, force: true })
}

/** What a verification that was killed has left. */
async function removeScratch(directory: string): Promise<void> {
  for (const name of await readdir(directory))
    if (name.startsWith(scratchPrefix)) await rm(join(directory, name), { recursive: true, force: true })
}

const prefix = 'weekly-'
const deadMs = 60_000
const reservedBytes = 2 * 1024 ** 3
