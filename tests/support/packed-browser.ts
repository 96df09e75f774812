import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { LaunchOptions } from '@playwright/test'
import packed, { inflate } from '@sparticuz/chromium'
import { lock } from 'proper-lockfile'
import { root } from '../../tools/release/build.ts'

/**
 * The Chromium of an npm package, unpacked beside the packages once, so that every machine has the same. It also brings
 * the libraries and fonts that the machine lacks. Null where it cannot be started. The package's own arguments are for
 * a cloud function: they switch the same-origin policy off, and end with the first context.
 */
export async function packedBrowser(): Promise<Pick<LaunchOptions, 'executablePath' | 'env'> | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  mkdirSync(folder, { recursive: true })
  const release = await lock(folder, { retries: { retries: 60, minTimeout: 500, maxTimeout: 2_000 }, stale: 60_000 })
  try {
    return (await unpacked()) ?? (await unpacked())
  } catch {
    // There may be no space for it; the machine's own may work.
    return null
  } finally {
    await release()
  }
}

const folder = join(root, 'node_modules', '.cache', 'chromium')

/** Removes one that was left half unpacked. */
async function unpacked(): Promise<{ executablePath: string; env: Record<string, string> } | null> {
  const before = process.env.TMPDIR
  // The package unpacks into the folder for temporary files.
  process.env.TMPDIR = folder
  try {
    const executablePath = await packed.executablePath()
    const env: Record<string, string> = existsSync('/etc/fonts') ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') }
    if (starts(executablePath, env)) return { executablePath, env }
    await inflate(join(root, 'node_modules/@sparticuz/chromium/bin/al2023.tar.br'))
    env.LD_LIBRARY_PATH = join(folder, 'al2023', 'lib')
    if (starts(executablePath, env)) return { executablePath, env }
    rmSync(executablePath, { force: true })
    return null
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

const starts = (program: string, env: Record<string, string>): boolean =>
  spawnSync(program, ['--version'], { env: { ...process.env, ...env } }).status === 0
