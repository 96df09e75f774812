import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from './services.ts'

/**
 * Runs a task with an empty folder of its own on this machine, which is removed with all that is in it. What a killed
 * process left goes too, once it is older than a task may take.
 */
export async function inWorkFolder(
  { env }: Pick<Services, 'env'>,
  { name, hours }: { name: string; hours: number },
  run: (folder: string) => Promise<void>,
): Promise<void> {
  const parent = join(env.DATA_DIR, name)
  await mkdir(parent, { recursive: true, mode: 0o700 })
  for (const left of await readdir(parent)) {
    const found = await stat(join(parent, left)).catch(() => null)
    if (found !== null && Date.now() - found.mtimeMs > hours * 3_600_000)
      await rm(join(parent, left), { recursive: true, force: true })
  }
  const folder = await mkdtemp(join(parent, 'work-'))
  try {
    await run(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
