import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes a directory of this installation's data (0700) and those above it; throws one sentence where it cannot be. */
export function makeDataDir(dir: string): void {
  try {
    make(dir)
    if (!statSync(dir).isDirectory()) throw new Error('there is a file of this name')
    accessSync(dir, constants.W_OK)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(
      `The data directory ${dir} cannot be made or written (${why}). Set DATA_DIR to one that this user may write.`,
    )
  }
}

/** Step by step: Node's own way down tries for ever where a directory exists and takes none into it, as in /proc. */
function make(dir: string): void {
  if (existsSync(dir)) return
  make(dirname(dir))
  try {
    mkdirSync(dir, { mode: 0o700 })
  } catch (error) {
    // Another start may have made it meanwhile.
    if (!existsSync(dir)) throw error
  }
}
