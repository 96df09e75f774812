import { fail } from 'node:assert'
import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { expect, inject } from 'vitest'
import { readAcquaintances } from '../../api/features/chat/live.ts'
import { unsubscribePages } from '../../api/features/notifications/unsubscribe.ts'
import { paymentPages } from '../../api/features/wallet/payments/pages.ts'
import { features } from '../../api/features.ts'
import { sessionCookie } from '../../api/identity/session-cookie.ts'
import { hashToken, readViewer } from '../../api/identity/viewer.ts'
import { queues } from '../../api/jobs.ts'
import { type Database, type OnRows, openPglite, openPostgres } from '../../api/platform/db/db.ts'
import { newId } from '../../api/platform/db/ids.ts'
import { sessions, users } from '../../api/platform/db/schema/identity.ts'
import { readEnv } from '../../api/platform/env.ts'
import { createApp } from '../../api/platform/http/create-app.ts'
import type { Vars } from '../../api/platform/http/implement.ts'
import { type OpenJobs, openJobs } from '../../api/platform/jobs/jobs.ts'
import { openLive } from '../../api/platform/live/hub.ts'
import { openServices } from '../../api/platform/open-services.ts'
import type { Services } from '../../api/platform/services.ts'
import { edgeHeaders } from '../../contract/edge.ts'
import type { Answer, Endpoint, Sent } from '../../contract/endpoint.ts'
import type { RefusalBody } from '../../contract/refusals.ts'
import { termsVersion } from '../../contract/trust-pages.ts'
import { expectNothingPrivate } from './bystander-marks.ts'
import { takeDatabase } from './databases.ts'
import { type Begin, databaseOf, onServer } from './global-setup.ts'
import { runQueued } from './jobs.ts'
import { checkRows } from './statement-checks.ts'

/**
 * The API in this process on a database of its own: PGlite in memory, or a fresh database of the server in
 * TEST_DATABASE_URL when TEST_ENGINE=postgres. Actors are arguments: `api.call(alice, users.follow, { id })`.
 */
export async function openTestApi(options: { env?: Record<string, string>; empty?: boolean } = {}): Promise<TestApi> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fanfare-test-'))
  const env = readEnv({ DATA_DIR: dataDir, RATE_LIMITS: 'off', HUMAN_CHECK: 'off', ...options.env })
  const { database, drop } = await openTestDatabase(options)
  const clock = { offset: 0 }
  const live = await openLive({ db: database.db, env, readAcquaintances })
  const jobs = await openJobs(database.db, { isWorker: false })
  for (const queue of queues) await jobs.declare(queue)
  const now = () => Date.now() + clock.offset
  const ctx = openServices({ env, db: database.db, live, jobs, now })
  const app = createApp(ctx, readViewer, features(ctx), (hono) => {
    paymentPages(hono, ctx)
    unsubscribePages(hono, ctx)
  })

  const fetchAs = async (actor: Actor | null, path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (actor !== null) headers.set('cookie', actor.cookie)
    // In production every call comes through the edge.
    if (env.production && env.EDGE_SECRET !== undefined) headers.set(edgeHeaders.proof, env.EDGE_SECRET)
    // Node sets the length of a body on a connection; a Request in memory has none.
    if (typeof init.body === 'string' && !headers.has('content-length'))
      headers.set('content-length', String(Buffer.byteLength(init.body)))
    const answer = await app.request(`http://localhost${path}`, { ...init, headers })
    await expectNothingPrivate(path, answer)
    return answer
  }

  async function call<E extends Endpoint>(
    actor: Actor | null,
    endpoint: E,
    input: Sent<E>,
    headers: Record<string, string> = {},
  ) {
    const { path, body, query } = spread(endpoint, input as Record<string, unknown>)
    const response = await fetchAs(actor, path + query, {
      method: endpoint.method,
      ...(endpoint.method === 'GET' ? {} : { body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', 'x-fanfare-locale': 'en-US', ...headers },
    })
    const answer: unknown = await response.json()
    return {
      status: response.status,
      headers: response.headers,
      /** The answer; fails the test when the call was refused. */
      get data(): Answer<E> {
        if (response.status >= 300) fail(`${endpoint.method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
        return answer as Answer<E>
      },
      refusal: answer as RefusalBody,
    }
  }

  return {
    ctx,
    app,
    db: database.db,
    connect: () => database.connect(),
    fetch: fetchAs,
    call,
    /** Advances the clock of the rules (`ctx.now`) by so many milliseconds. */
    turnClock: (ms) => {
      clock.offset += ms
    },
    makeUser: (facts = {}) => makeUser(database, env.SECRET, facts),
    jobs,
    runJobs: (options) => runQueued(ctx, jobs, options),
    close: async () => {
      await jobs.stop()
      await live.close()
      await ctx.close()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type Actor = { id: string; username: string; cookie: string; sessionId: string }
export type TestApi = {
  ctx: Services
  app: Hono<Vars>
  db: Database['db']
  connect: Database['connect']
  fetch: (actor: Actor | null, path: string, init?: RequestInit) => Promise<Response>
  call: <E extends Endpoint>(
    actor: Actor | null,
    endpoint: E,
    input: Sent<E>,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; headers: Headers; readonly data: Answer<E>; refusal: RefusalBody }>
  turnClock: (ms: number) => void
  makeUser: (facts?: Partial<typeof users.$inferInsert>) => Promise<Actor>
  jobs: OpenJobs
  /** Runs the queued jobs; tests have no worker. */
  runJobs: (options?: { early?: boolean }) => Promise<void>
  close: () => Promise<void>
}

/** Path parameters go into the path; the rest into the query of a GET, else into the body. */
export function spread(endpoint: Endpoint, input: Record<string, unknown>) {
  const rest = { ...input }
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return value
  })
  const query = new URLSearchParams()
  if (endpoint.method === 'GET') {
    for (const [name, value] of Object.entries(rest)) {
      for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) query.append(name, String(one))
    }
  }
  return { path, body: rest, query: query.size > 0 ? `?${query}` : '' }
}

/** `empty`: without the bystanders, for tests of what is in the whole database. */
export async function openTestDatabase({ empty = false } = {}): Promise<{
  database: Database
  drop: () => Promise<void>
  url: string | null
}> {
  const begin = inject('begin')
  const rows = checkRows()
  const { database, url, changed, drop } = await takeDatabase(
    begin.engine === 'pglite' ? (onRows) => openImage(begin.image, onRows) : (onRows) => openCopy(begin, onRows),
    rows.onRows,
    empty,
  )
  /** A wrong declaration fails the file, even where the code under test caught the error. */
  const dropAndReport = async () => {
    const changes = await changed()
    await drop()
    expect(changes, 'tables in which a bystander has changed').toEqual([])
    if (rows.problems.length > 0) throw new Error(rows.problems.join('\n'))
  }
  return { database, url, drop: dropAndReport }
}

const openImage = async (image: string, onRows: OnRows) => ({
  database: await openPglite(undefined, await openAsBlob(image), onRows),
  url: null,
})

/** The global teardown drops all copies of its template. */
async function openCopy({ server, template }: Extract<Begin, { engine: 'postgres' }>, onRows: OnRows) {
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name} template ${template}`)
  const url = databaseOf(server, name)
  return { database: await openPostgres(url, 8, undefined, onRows), url }
}

let made = 0
export async function makeUser(
  database: Database,
  secret: string,
  facts: Partial<typeof users.$inferInsert>,
): Promise<Actor> {
  const id = facts.id ?? newId()
  const username = facts.username === undefined ? `user${++made}_${id.slice(-6)}` : facts.username
  await database.db.insert(users).values({
    email: `${id}@example.test`,
    emailVerified: true,
    termsVersion,
    birthdate: '1990-01-01',
    referralCode: id.slice(-12),
    ...facts,
    id,
    username,
  })
  return { id, username: username ?? '', ...(await signInDirectly(database.db, id, secret)) }
}

/** A session without signing in. */
export async function signInDirectly(db: Database['db'], userId: string, secret: string) {
  const token = randomBytes(24).toString('base64url')
  const sessionId = newId()
  await db.insert(sessions).values({
    id: sessionId,
    userId,
    token: hashToken(token),
    expiresAt: new Date(Date.now() + 86_400_000),
  })
  return { cookie: sessionCookie(token, secret), sessionId }
}
