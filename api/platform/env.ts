import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { hostsConfig } from '../../contract/hosts.ts'
import { makeDataDir } from './data-dir.ts'
import { type LogLevel, logLevels } from './log.ts'

/** The environment, parsed once. Throws one sentence for each thing that is wrong; the API refuses to boot on nonsense. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = v.safeParse(schema, given)
  if (!result.success) {
    const lines = result.issues.map((issue) => `${issue.path?.[0]?.key ?? 'environment'}: ${issue.message}`)
    throw new Error(`The environment is not right.\n  ${lines.join('\n  ')}`)
  }
  const env = result.output
  const hosts = hostsConfig(env)
  for (const [name, domain] of [
    ['PRODUCTION_DOMAIN', hosts.productionDomain],
    ['PREVIEW_DOMAIN', hosts.previewDomain],
  ] as const) {
    if (env[name] !== undefined && domain === null)
      throw new Error(`${name} is “${env[name]}”, which is no domain; write it like fanfare.example, without https://.`)
  }
  if (env.EDGE_SECRET === undefined && !thisMachine.has(env.API_HOST)) {
    throw new Error(
      `API_HOST=${env.API_HOST} lets other machines ask the API, which believes what the edge says: set EDGE_SECRET, the same for both.`,
    )
  }
  const production = env.NODE_ENV === 'production' || env.PRODUCTION_DOMAIN !== undefined
  if (production) checkProduction(env)
  const HUMAN_CHECK = env.HUMAN_CHECK ?? (env.TURNSTILE_SITE_KEY === undefined ? 'altcha' : 'turnstile')
  if (HUMAN_CHECK === 'turnstile' && (env.TURNSTILE_SITE_KEY === undefined || env.TURNSTILE_SECRET_KEY === undefined)) {
    throw new Error('Turnstile needs both of its keys: TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY.')
  }
  if (env.DATABASE_READ_URL !== undefined && env.DATABASE_URL === undefined)
    throw new Error('DATABASE_READ_URL is a standby of the PostgreSQL of DATABASE_URL, which is not set.')
  const DATA_DIR = resolve(env.DATA_DIR)
  return {
    ...env,
    HUMAN_CHECK,
    DATA_DIR,
    production,
    DEMO: env.DEMO ?? (production ? '0' : '1'),
    DRAIN_SECONDS: env.DRAIN_SECONDS ?? (production ? 10 : 0),
    LOG_LEVEL: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    SECRET: env.SECRET ?? ownSecret(DATA_DIR),
    PUBLIC_ORIGIN: publicOrigin(env),
  }
}

/** What only development may leave out or turn off. */
function checkProduction(env: v.InferOutput<typeof schema>): void {
  if (env.HUMAN_CHECK === 'off' || env.RATE_LIMITS === 'off')
    throw new Error('HUMAN_CHECK=off and RATE_LIMITS=off are for development and tests, not for production.')
  if (env.DEMO === '1')
    throw new Error('DEMO=1 makes users whose password anybody can read, staff among them: not for production.')
  const missing = (['SECRET', 'EDGE_SECRET', 'DATABASE_URL'] as const).filter((name) => env[name] === undefined)
  if (missing.length > 0)
    throw new Error(
      `NODE_ENV=production or PRODUCTION_DOMAIN makes this a production, which needs ${missing.join(', ')} as well. See docs/operations.md.`,
    )
  if (env.REDIS_URL !== undefined && env.S3_ENDPOINT === undefined && env.MEDIA_SHARED !== '1')
    throw new Error(
      'REDIS_URL joins several nodes, and media on the disk of one are missing at the others: set S3_*, or MEDIA_SHARED=1 where DATA_DIR is one file system for all of them.',
    )
}

const thisMachine = new Set(['127.0.0.1', '::1', 'localhost'])

/** A secret of this installation's own, made once and kept in the data directory with mode 0600. */
function ownSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  if (!existsSync(file)) {
    makeDataDir(dataDir)
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8').trim()
}

function publicOrigin(env: v.InferOutput<typeof schema>): string {
  if (env.PUBLIC_ORIGIN !== undefined) return env.PUBLIC_ORIGIN.replace(/\/+$/, '')
  return env.PRODUCTION_DOMAIN !== undefined ? `https://${env.PRODUCTION_DOMAIN}` : `http://localhost:${env.PORT}`
}

const port = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65535))
const text = v.optional(v.string())
const schema = v.object({
  // Any other word, such as `Production`, would start the demo world where a production is meant.
  NODE_ENV: v.optional(v.picklist(['production', 'development', 'test'])),
  PORT: v.optional(port, '8787'),
  API_PORT: v.optional(port, '8788'),
  API_HOST: v.optional(v.string(), '127.0.0.1'),
  DATA_DIR: v.optional(v.string(), './.data'),
  DEMO: v.optional(v.picklist(['0', '1'])),
  DRAIN_SECONDS: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number))),
  SECRET: v.optional(v.pipe(v.string(), v.minLength(32))),
  SECRET_PREVIOUS: v.optional(v.pipe(v.string(), v.minLength(32))),
  EDGE_SECRET: text,
  LOG_LEVEL: v.optional(v.picklist(logLevels)),
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16))),
  EDGE_ORIGIN: v.optional(v.pipe(v.string(), v.url())),
  PUBLIC_ORIGIN: v.optional(v.pipe(v.string(), v.url())),
  PRODUCTION_DOMAIN: text,
  PREVIEW_DOMAIN: text,
  DATABASE_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//))),
  DATABASE_READ_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//))),
  DATABASE_POOL: v.optional(v.pipe(port, v.minValue(1)), '10'),
  REDIS_URL: v.optional(v.pipe(v.string(), v.regex(/^rediss?:\/\//))),
  BACKUP_DIR: v.optional(
    v.pipe(
      v.string(),
      v.transform((it) => resolve(it)),
    ),
  ),
  BACKUP_KEEP: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d?$/), v.transform(Number)), '4'),
  MEDIA_SHARED: v.optional(v.picklist(['0', '1']), '0'),
  /** Whether films from before there were two copies of each size are made again. */
  FILM_BACKFILL: v.optional(v.picklist(['on', 'off']), 'on'),
  /** Gigabytes that a creator may keep. */
  VAULT_QUOTA_GB: v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}(\.\d{1,6})?$/), v.transform(Number)), '50'),
  S3_ENDPOINT: text,
  /** Where browsers reach the same store, which then write uploads into it themselves; the edge needs it as well. */
  S3_PUBLIC_ENDPOINT: v.optional(v.pipe(v.string(), v.url())),
  S3_BUCKET: text,
  S3_REGION: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  /** The service that writes down what is said in films and sounds. */
  STT_URL: v.optional(v.pipe(v.string(), v.regex(/^https?:\/\//), v.url())),
  STT_TOKEN: text,
  STT_MODEL: v.optional(v.string(), 'whisper-1'),
  SMTP_URL: v.optional(v.pipe(v.string(), v.regex(/^smtps?:\/\//))),
  MAIL_FROM: v.optional(v.string(), 'Fanfare <hello@fanfare.test>'),
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_API_ORIGIN: v.optional(v.pipe(v.string(), v.url())),
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  APPLE_CLIENT_ID: text,
  APPLE_CLIENT_SECRET: text,
  OIDC_ISSUER: text,
  TURNSTILE_SITE_KEY: text,
  TURNSTILE_SECRET_KEY: text,
  /** Where Turnstile's tokens are asked about; another one only to test against. */
  TURNSTILE_ORIGIN: v.optional(v.pipe(v.string(), v.url()), 'https://challenges.cloudflare.com'),
  HUMAN_CHECK: v.optional(v.picklist(['altcha', 'turnstile', 'off'])),
  RATE_LIMITS: v.optional(v.picklist(['default', 'off']), 'default'),
  FEE_PERCENT: v.optional(v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number)), '20'),
  /** The company that runs this installation, for its imprint; `none` says that there is none of it. */
  COMPANY_NAME: text,
  COMPANY_ADDRESS: text,
  COMPANY_REGISTER: text,
  COMPANY_VAT_ID: text,
  COMPANY_REPRESENTATIVE: text,
  COMPANY_EMAIL: text,
  COMPANY_PHONE: text,
  COMPANY_COUNTRY: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'a code of two letters, such as FR.'))),
  COMPANY_HOST: text,
  COMPANY_SUPERVISOR: text,
  COMPANY_DISPUTES: text,
})

export type Env = Omit<
  v.InferOutput<typeof schema>,
  'SECRET' | 'PUBLIC_ORIGIN' | 'HUMAN_CHECK' | 'DEMO' | 'DRAIN_SECONDS' | 'LOG_LEVEL'
> & {
  /** `1` fills an empty database with the demo world; never in production. */
  DEMO: '0' | '1'
  /** Turnstile where its keys are set, else the proof of work, unless it is said otherwise. */
  HUMAN_CHECK: 'altcha' | 'turnstile' | 'off'
  production: boolean
  /** `info` writes a line for each request. */
  LOG_LEVEL: LogLevel
  /** How long a node that stops still serves, so that it is sent no more requests. */
  DRAIN_SECONDS: number
  SECRET: string
  PUBLIC_ORIGIN: string
}
