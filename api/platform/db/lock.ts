import { chmodSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import lockfile from 'proper-lockfile'
import { makeDataDir } from '../data-dir.ts'
import { log, reasonOf } from '../log.ts'

/**
 * Takes the data directory (0700) for this process alone: the embedded engine takes no lock, and a second process
 * would lose acknowledged commits without an error (safety §1). Throws one clear sentence when it is taken; the
 * lock of a process that was killed is taken over at once.
 */
export async function lockDirectory(dir: string): Promise<() => Promise<void>> {
  makeDataDir(dir)
  chmodSync(dir, 0o700)
  // Only one process at a time checks whether the holder is alive, or two could take over the same stale lock.
  const retries = { retries: 70, minTimeout: 100, maxTimeout: 100 }
  const leave = await lockfile.lock(`${dir}/door`, { realpath: false, stale: 5_000, update: 1_000, retries })
  try {
    if (holderIsDead(dir)) rmSync(`${dir}/lock`, { recursive: true, force: true })
    const unlock = await take(dir)
    writeFileSync(`${dir}/holder.json`, JSON.stringify(us()))
    return unlock
  } finally {
    await leave()
  }
}

async function take(dir: string): Promise<() => Promise<void>> {
  try {
    return await lockfile.lock(dir, {
      lockfilePath: `${dir}/lock`,
      stale: 10_000,
      update: 2_000,
      onCompromised: (error) => {
        log.error('the lock on DATA_DIR was lost; stopping before data is harmed', { error: reasonOf(error) })
        process.exit(1)
      },
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOCKED') {
      throw new Error(
        `The data directory ${dir} is in use by another Fanfare. Stop that one, or set DATA_DIR to another directory.`,
      )
    }
    throw error
  }
}

type Holder = { pid: number; place: string }

/** Only a process of this very machine and process table can be known to be dead; others have to time out. */
function holderIsDead(dir: string): boolean {
  try {
    const holder = JSON.parse(readFileSync(`${dir}/holder.json`, 'utf8')) as Holder
    if (holder.place !== us().place) return false
    if (holder.pid === process.pid) return true
    process.kill(holder.pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

function us(): Holder {
  return { pid: process.pid, place: `${hostname()} ${processTable()}` }
}

/** The name of the process table that our number belongs to: containers that share a directory do not share it. */
function processTable(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return 'the only one'
  }
}
