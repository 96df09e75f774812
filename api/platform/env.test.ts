import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { lockDirectory } from './db/lock.ts'
import { readEnv } from './env.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'fanfare-env-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

const production = {
  NODE_ENV: 'production',
  SECRET: 's'.repeat(32),
  EDGE_SECRET: 'of the edge',
  DATABASE_URL: 'postgres://db.fanfare.example/fanfare',
}

it('has the demo world in development and not in production', () => {
  expect([readEnv({ DATA_DIR }).DEMO, readEnv({ DATA_DIR, ...production }).DEMO]).toEqual(['1', '0'])
})

it.each<[what: string, env: Record<string, string>, message: RegExp]>([
  ['a domain with its scheme', { PRODUCTION_DOMAIN: 'https://fanfare.example' }, /PRODUCTION_DOMAIN.*without https/],
  ['a preview domain with a path', { PREVIEW_DOMAIN: 'fanfare.acme.workers.dev/x' }, /PREVIEW_DOMAIN/],
  ['an API that anybody may ask and that believes them', { API_HOST: '0.0.0.0' }, /EDGE_SECRET/],
  ['the same on IPv6', { API_HOST: '::' }, /EDGE_SECRET/],
  ['an edge that is no address', { EDGE_ORIGIN: 'fanfare.example' }, /EDGE_ORIGIN/],
  ['a pool of no connections', { DATABASE_POOL: '0' }, /DATABASE_POOL/],
  ['a standby of no primary', { DATABASE_READ_URL: 'postgres://b/fanfare' }, /DATABASE_URL, which is not set/],
  ['checks that are off in production', { ...production, RATE_LIMITS: 'off' }, /RATE_LIMITS/],
  ['a production in other letters', { ...production, NODE_ENV: 'Production' }, /NODE_ENV/],
  ['the demo world in production', { ...production, DEMO: '1' }, /DEMO=1/],
  ['a production by its domain alone', { PRODUCTION_DOMAIN: 'fanfare.example' }, /SECRET, EDGE_SECRET, DATABASE_URL/],
  ['a production without a secret', { ...production, SECRET: '' }, /needs SECRET as well/],
  ['a production without the edge’s secret', { ...production, EDGE_SECRET: '' }, /needs EDGE_SECRET as well/],
  [
    'several nodes that do not share media',
    { ...production, REDIS_URL: 'redis://redis:6379' },
    /S3_\*, or MEDIA_SHARED=1/,
  ],
  ['a production on the embedded engine', { ...production, DATABASE_URL: '' }, /needs DATABASE_URL as well/],
])('refuses to boot with %s, and says which setting it is', (_, env, message) =>
  expect(() => readEnv({ DATA_DIR, ...env })).toThrow(message),
)

it.each<[what: string, env: Record<string, string>]>([
  ['nothing', {}],
  ['a production', { ...production, PRODUCTION_DOMAIN: 'fanfare.example', PREVIEW_DOMAIN: 'fanfare.acme.workers.dev' }],
  ['an API on every address behind the edge’s secret', { API_HOST: '0.0.0.0', EDGE_SECRET: 'of the edge' }],
  ['several nodes with a bucket', { ...production, REDIS_URL: 'redis://redis:6379', S3_ENDPOINT: 'http://s3:3900' }],
  ['several nodes on one file system', { ...production, REDIS_URL: 'redis://redis:6379', MEDIA_SHARED: '1' }],
  ['an API on this machine by name', { API_HOST: 'localhost' }],
])('boots with %s', (_, env) => expect(readEnv({ DATA_DIR, ...env }).DATA_DIR).toBe(DATA_DIR))

it('ends with one sentence where the data directory cannot be made', async () => {
  const inTheWay = join(import.meta.filename, 'data')
  expect(() => readEnv({ DATA_DIR: inTheWay })).toThrow(/^The data directory .* Set DATA_DIR to/)
  await expect(lockDirectory(inTheWay)).rejects.toThrow(/^The data directory .* Set DATA_DIR to/)
  // A place that exists and takes nothing into it: in a process of its own, as Node's own way would try for ever.
  const read = `import { readEnv } from ${JSON.stringify(import.meta.resolve('./env.ts'))}
try { readEnv({ DATA_DIR: '/proc/fanfare' }) } catch (error) { console.log(error.message) }`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', read], {
    timeout: 20_000,
    killSignal: 'SIGKILL',
  })
  expect(String(stdout).trim()).toMatch(/^The data directory \/proc\/fanfare .* Set DATA_DIR to .*$/)
}, 30_000)

it('says what to do when the database does not answer', () => {
  const env = { PATH: process.env.PATH, DATA_DIR, DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none' }
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, '..', 'main.ts')], { env })
  expect([status, String(stderr)]).toEqual([1, expect.stringMatching(/DATABASE_URL does not answer.*unset/)])
})
