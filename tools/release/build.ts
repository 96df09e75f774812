import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import lockfile from 'proper-lockfile'
import { progress } from '../progress.mjs'

/** An error that the user of a command can do something about; shown as its message, without a stack. */
export class CommandError extends Error {}

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const dist = join(root, 'dist')

export type BuildOptions = { force?: boolean; log?: (line: string) => void }

/** Runs a command; after an error it exits with 1. */
export async function command(run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof CommandError)) console.error(error)
    else if (error.message) console.error(error.message)
    process.exit(1)
  }
}

/** Builds `dist` unless it is up to date. `log` gets a line for each longer step. */
export async function build(options: BuildOptions = {}): Promise<void> {
  const log = options.log ?? console.log
  // Two starts at once share one build instead of overwriting each other's files.
  const release = await lockfile.lock(root, {
    lockfilePath: join(root, 'node_modules', '.build.lock'),
    stale: 30_000,
    retries: { retries: 600, minTimeout: 300, maxTimeout: 300 },
  })
  try {
    const stamp = inputsHash()
    if (!options.force && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
    rmSync(stampFile, { force: true })
    const done = progress('Building (once, about half a minute)', { log })
    try {
      await compileMessages()
      await run('vite', ['build', '--config', 'app.config.ts', '--logLevel', 'warn'])
      listScripts(join(dist, 'client'))
      await packFiles(join(dist, 'client'), join(dist, 'files'))
    } finally {
      done()
    }
    writeFileSync(stampFile, stamp)
  } finally {
    await release()
  }
}

/**
 * Compiles messages/*.json. By the command line before the build: left to the plugin, a build without network
 * waits half a minute at its end. Paraglide is asked for no strategy of its own, because the edge finds the language.
 */
export async function compileMessages(): Promise<void> {
  const language = ['--strategy', 'baseLocale', '--disable-async-local-storage']
  const folders = ['--project', './project.inlang', '--outdir', './src/paraglide']
  await run('paraglide-js', ['compile', ...folders, ...language, '--silent'])
}

/** Runs a tool of node_modules/.bin, or the program with this path; its output appears only if it fails. */
export function run(tool: string, parameters: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(tool.includes('/') ? tool : join(root, 'node_modules', '.bin', tool), parameters, {
      cwd: root,
      env: { ...process.env, ...offline, ...env },
    })
    const output: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
    child.on('error', reject)
    child.on('exit', (code) => {
      if (code === 0) return resolve()
      reject(
        new CommandError(`${tool} ${parameters[0] ?? ''} failed:\n${Buffer.concat(output).toString().slice(-4000)}`),
      )
    })
  })
}

/** Keeps Cloudflare's tools from network requests that they do not need. */
export const offline = { CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false' }

const stampFile = join(dist, '.stamp')
const inputs = [
  'src/**/*',
  'edge/**/*',
  'contract/**/*',
  'vendor/**/*',
  'messages/*',
  'public/**/*',
  'project.inlang/settings.json',
  '*.config.ts',
  'wrangler.toml',
  'tsconfig*.json',
  'package-lock.json',
  'tools/release/build.ts',
]
const generated = /^src\/(?:paraglide\/|routeTree\.gen\.ts)|\.test\.tsx?$/

function inputsHash(): string {
  const hash = createHash('sha256')
  for (const file of globSync(inputs, { cwd: root }).sort()) {
    if (generated.test(file) || !statSync(join(root, file)).isFile()) continue
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** Lists the scripts of the build, by which an open page knows whether it is still the one that is served. */
export function listScripts(client: string): void {
  const names = globSync('assets/*.js', { cwd: client }).map((file) => `/${file.replaceAll('\\', '/')}`)
  writeFileSync(join(client, 'build.json'), JSON.stringify(names.sort()))
}

/** Lays the client's files out for bare workerd: named by content, each beside its compressed forms. */
export async function packFiles(client: string, out: string): Promise<void> {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const index: Record<string, { hash: string; type: string; encodings: string[] }> = {}
  for (const file of globSync('**/*', { cwd: client })) {
    const path = join(client, file)
    if (!statSync(path).isFile() || file === '_headers') continue
    const body = readFileSync(path)
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 24)
    const type = types[extname(file)] ?? 'application/octet-stream'
    const encodings: string[] = []
    writeFileSync(join(out, hash), body)
    if (/^(?:text|application\/(?:json|manifest|xml|wasm)|image\/svg)/.test(type) && body.length > 512) {
      const packed = {
        br: await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        gzip: await zip(body, { level: 9 }),
      }
      for (const [encoding, bytes] of Object.entries(packed)) writeFileSync(join(out, `${hash}.${encoding}`), bytes)
      encodings.push(...Object.keys(packed))
    }
    index[`/${relative(client, path).replaceAll('\\', '/')}`] = { hash, type, encodings }
  }
  writeFileSync(join(out, 'index.json'), JSON.stringify(index))
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.wasm': 'application/wasm',
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await command(() =>
    process.argv.includes('--messages') ? compileMessages() : build({ force: process.argv.includes('--rebuild') }),
  )
}
