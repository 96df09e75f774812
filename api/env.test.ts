import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readEnv } from './env.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'fanfare-env-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

it.each<[what: string, env: Record<string, string>, said: RegExp]>([
  ['a domain with its scheme', { PRODUCTION_DOMAIN: 'https://fanfare.example' }, /PRODUCTION_DOMAIN.*without https/],
  ['a preview domain with a path', { PREVIEW_DOMAIN: 'fanfare.acme.workers.dev/x' }, /PREVIEW_DOMAIN/],
  ['an API that anybody may ask and that believes them', { API_HOST: '0.0.0.0' }, /EDGE_SECRET/],
  ['the same on IPv6', { API_HOST: '::' }, /EDGE_SECRET/],
  ['an edge that is no address', { EDGE_ORIGIN: 'fanfare.example' }, /EDGE_ORIGIN/],
  ['a pool of no connections', { DATABASE_POOL: '0' }, /DATABASE_POOL/],
  ['checks that are off in production', { PRODUCTION_DOMAIN: 'fanfare.example', RATE_LIMITS: 'off' }, /RATE_LIMITS/],
])('refuses to boot with %s, and says which setting it is', (_, env, said) =>
  expect(() => readEnv({ DATA_DIR, ...env })).toThrow(said),
)

it.each<[what: string, env: Record<string, string>]>([
  ['nothing', {}],
  ['a production', { PRODUCTION_DOMAIN: 'fanfare.example', PREVIEW_DOMAIN: 'fanfare.acme.workers.dev' }],
  ['an API on every address behind the edge’s secret', { API_HOST: '0.0.0.0', EDGE_SECRET: 'of the house' }],
  ['an API on this machine by name', { API_HOST: 'localhost' }],
])('boots with %s', (_, env) => expect(readEnv({ DATA_DIR, ...env }).DATA_DIR).toBe(DATA_DIR))

it('says what to do when the database does not answer', () => {
  const env = { PATH: process.env.PATH, DATA_DIR, DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none' }
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts')], { env })
  expect([status, String(stderr)]).toEqual([1, expect.stringMatching(/DATABASE_URL does not answer.*unset/)])
})
