import { execFile } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Verified } from './verify.ts'

/**
 * Verifies a backup in a process of its own, of low priority, so that requests do not wait for it. It gets none of our
 * settings: without the addresses of the database and the bucket it cannot touch them. Its scratch database is beside
 * the backup. Throws a sentence where the backup could not be restored.
 */
export function verifyInProcess(folder: string, signal: AbortSignal): Promise<Verified> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env.PATH, TMPDIR: dirname(folder) }
    const child = execFile(process.execPath, [program, folder], { env, signal }, (error, stdout, stderr) => {
      if (error === null) resolve(JSON.parse(stdout) as Verified)
      else reject(signal.aborted ? signal.reason : new Error(stderr.trim() || error.message))
    })
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  })
}
const program = fileURLToPath(new URL('verify-program.ts', import.meta.url))
