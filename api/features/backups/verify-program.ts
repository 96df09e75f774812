import { reasonOf } from '../../platform/log.ts'
import { verifyBackup } from './verify.ts'

/**
 * The process that `verifyInProcess` starts: verifies the backup in the directory that it is given, and writes what it
 * found as JSON, or why it failed. It ends with the process that started it, whose end closes its input.
 */
async function main(folder: string): Promise<void> {
  process.stdin.on('close', () => process.exit(1)).resume()
  try {
    const verified = await verifyBackup(folder, () => undefined)
    process.stdout.write(JSON.stringify(verified), () => process.exit(0))
  } catch (error) {
    process.stderr.write(reasonOf(error), () => process.exit(1))
  }
}

// Tests import every file to see its statements.
if (import.meta.main) await main(process.argv[2] ?? '')
