import { chmodSync, mkdirSync } from 'node:fs'
import lockfile from 'proper-lockfile'

/**
 * Takes the data directory (0700) for this process alone: the embedded engine takes no lock, and a second process
 * would lose acknowledged commits without an error (SAFETY trap 1). Throws one clear sentence when it is taken.
 */
export async function lockDirectory(dir: string): Promise<() => Promise<void>> {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  chmodSync(dir, 0o700)
  try {
    return await lockfile.lock(dir, {
      lockfilePath: `${dir}/lock`,
      stale: 10_000,
      update: 2_000,
      onCompromised: (error) => {
        console.error(`The lock on ${dir} was lost (${error.message}); stopping before data is harmed.`)
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
