import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { compileMessages, offline, root, run } from './build.ts'
import { progress } from '../progress.mjs'

/** The environments that `npm run deploy` knows; previews have a command of their own. */
export const targets = ['production', 'staging'] as const

/** Builds for an environment of wrangler.toml and hands the result to wrangler; returns wrangler's exit code. */
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
 * A branch's name as the first part of a host name: small letters, digits and hyphens, a letter first, short
 * enough that `{alias}-fanfare-preview` is one DNS label of at most 63. Names that differ only in what is lost get
 * a mark made of the whole name.
 */
export function aliasOf(branch: string): string {
  const plain = branch
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
  const longest = 63 - '-fanfare-preview'.length
  if (plain !== '' && plain === branch && plain.length <= longest) return plain
  const kept = plain.slice(0, longest - 7).replace(/-+$/, '') || 'branch'
  return `${kept}-${mark(branch)}`
}

/** FNV-1a in six letters and digits: enough to keep two branches apart, not a secret. */
function mark(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash.toString(36).padStart(6, '0').slice(-6)
}
