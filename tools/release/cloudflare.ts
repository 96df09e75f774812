import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unstable_readConfig } from 'wrangler'
import { build, dist, offline, root } from './build.ts'

/** The environments of `npm run deploy`; previews have a command of their own. */
export const targets = ['production', 'staging'] as const

/** Runs wrangler on the build, with the settings of an environment of wrangler.toml; answers its exit code. */
export async function deployTo(target: string, command: string[]): Promise<number> {
  await build()
  const config = join(dist, 'server', `wrangler.${target}.json`)
  writeFileSync(config, JSON.stringify(configFor(target)))
  const wrangler = join(root, 'node_modules', '.bin', 'wrangler')
  return new Promise((resolve) => {
    const child = spawn(wrangler, [...command, '--config', config], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...offline },
    })
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/**
 * The settings of an environment, with those that say what was built: every environment gets the same build, the one
 * that was tested. For production this is what the build itself writes, which a test holds.
 */
export function configFor(target: string): Record<string, unknown> {
  const environment = target === 'production' ? {} : { env: target }
  const {
    build: _,
    define,
    unsafe,
    ...settings
  } = unstable_readConfig({
    config: join(root, 'wrangler.toml'),
    ...environment,
  })
  const { main, rules, assets, no_bundle, upload_source_maps } = builtConfig()
  return { ...settings, main, rules, assets, no_bundle, upload_source_maps }
}

export const builtConfig = (): Record<string, unknown> =>
  JSON.parse(readFileSync(join(dist, 'server', 'wrangler.json'), 'utf8'))

/**
 * A branch's name as the first part of a host name: small letters, digits and hyphens, a letter first, short enough
 * that `{alias}-fanfare-preview` is one DNS label of at most 63. A name that has to be changed gets a hash of the whole
 * name, so that two branches never share an address.
 */
export function aliasOf(branch: string): string {
  const cleaned = branch
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
  const maxLength = 63 - '-fanfare-preview'.length
  if (cleaned !== '' && cleaned === branch && cleaned.length <= maxLength) return cleaned
  const stem = cleaned.slice(0, maxLength - 7).replace(/-+$/, '') || 'branch'
  return `${stem}-${createHash('sha256').update(branch).digest('hex').slice(0, 6)}`
}
