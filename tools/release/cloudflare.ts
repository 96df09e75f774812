import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { progress } from '../progress.mjs'
import { compileMessages, offline, root, run } from './build.ts'

/** The environments of `npm run deploy`; previews have a command of their own. */
export const targets = ['production', 'staging'] as const

/** Builds for an environment of wrangler.toml and runs wrangler on the result; answers its exit code. */
export async function deployTo(target: string, command: string[]): Promise<number> {
  const environment = target === 'production' ? {} : { CLOUDFLARE_ENV: target }
  const done = progress(`Building for ${target} (about half a minute)`)
  try {
    await compileMessages()
    await run('vite', ['build', '--config', 'app.config.ts', '--logLevel', 'warn'], { OUT_DIR: output, ...environment })
  } finally {
    done()
  }
  const wrangler = join(root, 'node_modules', '.bin', 'wrangler')
  const parameters = [...command, '--config', join(output, 'server', 'wrangler.json')]
  return new Promise((resolve) => {
    const child = spawn(wrangler, parameters, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...offline },
    })
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

const output = join(root, 'dist-cloudflare')

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
