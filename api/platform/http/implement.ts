import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import type { Access, Answer, Endpoint, Flag, Received } from '../../../contract/endpoint.ts'
import type { RateClass } from '../../../contract/rates.ts'
import type { RefusalCode, RefusalFacts } from '../../../contract/refusals.ts'
import { publishAuditEntry } from '../audit/audit.ts'
import { CallerGone, forCaller } from '../db/caller.ts'
import { isUnavailable, isUnreachable } from '../db/db.ts'
import { mayReadLate } from '../db/late.ts'
import { log, loggable } from '../log.ts'
import type { Services } from '../services.ts'
import { requireAllowedWords } from './allowed-words.ts'
import { heavyRead, search } from './expensive.ts'
import { readInput } from './input.ts'
import { projector } from './project.ts'
import { addressKey } from './rates.ts'
import { bugResponse, type Locale, RefusalError, refusalResponse, refuse } from './refusal.ts'
import type { ReadViewer, Seen, Viewer } from './viewer.ts'
import { requireWriter } from './written-as.ts'

/**
 * Turns a feature of the contract into routes: `implement(users)({ get: async (input, { viewer }) => … })`. Missing,
 * extra or wrongly shaped handlers do not compile. A handler finds the object through the viewer, authorises, executes
 * and presents. It throws `refuse(code)` with a declared code; every other error is a bug.
 */
export const implement =
  <C extends Record<string, Endpoint>>(contract: C) =>
  (handlers: { [K in keyof C]: Handler<C[K]> }): Route[] =>
    Object.entries(contract).map(([name, endpoint]) => ({
      name,
      endpoint,
      handler: handlers[name] as unknown as AnyHandler,
    }))

export type Handler<E extends Endpoint> = (input: Received<E>, call: Call<E>) => Promise<Answer<E>>
type AnyHandler = (input: unknown, call: Call<Endpoint>) => Promise<unknown>
export type Route = { name: string; endpoint: Endpoint; handler: AnyHandler }

/** The context of a call for its handler. `viewer` is null only where the access admits visitors. */
export type Call<E extends Endpoint> = {
  viewer: E['access']['who'] extends 'anyone' ? Viewer | null : Viewer
  /** The viewer, for accesses that admit no visitors; throws for a visitor. */
  me: Viewer
  refuse: (
    code: E['errors'][number] | 'not_found' | 'invalid_input' | 'permission_denied',
    facts?: RefusalFacts,
  ) => RefusalError
  locale: Locale
  requestId: string
  /** The `Idempotency-Key` header, for endpoints that move money. */
  key: string | null
  headers: Headers
  /** The caller's address as the edge saw it. */
  address: string
  /** Answers with 201. */
  created: () => void
  /** Adds a `Set-Cookie` line to the answer. */
  setCookie: (line: string) => void
  /** Redirects a browser that has sent a form to this path, with 303, instead of answering JSON. */
  goTo: (path: `/${string}`) => void
}

/** Mounts routes. The returned function says whether the limit of concurrent calls is reached. */
export function mount(app: Hono<Vars>, ctx: Services, readViewer: ReadViewer, routes: Route[]): () => boolean {
  let callsInProgress = 0
  for (const route of routes) {
    const path = route.endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')
    app.on(route.endpoint.method, path, async (c) => {
      callsInProgress++
      try {
        return await answer(c, ctx, readViewer, route)
      } finally {
        callsInProgress--
      }
    })
  }
  return () => callsInProgress >= maxConcurrentCalls
}

/** The concurrency limit. Beyond it a further call would only delay all the others. */
const maxConcurrentCalls = 500

/** `viewer` is there once it is read, for the log. */
export type Vars = { Variables: { requestId: string; locale: Locale; address: string; viewer?: Viewer | null } }

async function answer(c: Context<Vars>, ctx: Services, readViewer: ReadViewer, route: Route): Promise<Response> {
  try {
    await ctx.rates.take('address', addressKey(c.get('address')))
    const seen = await readViewer(ctx, c.req.raw.headers.get('cookie'))
    c.set('viewer', seen.viewer)
    requireWriter(c.req.raw, seen)
    return await serve(c, ctx, route, admit(route.endpoint.access, seen))
  } catch (error) {
    return failure(error, route.endpoint, route.name, c.get('locale'), c.get('requestId'))
  }
}

/** Serves a call of an admitted viewer. */
async function serve(
  c: Context<Vars>,
  ctx: Services,
  { endpoint, handler }: Route,
  viewer: Viewer | null,
): Promise<Response> {
  await ctx.rates.take(rateOf(endpoint), `${rateKeyOf(viewer, c.get('address'))} ${endpoint.method} ${endpoint.path}`)
  const input = v.safeParse(endpoint.input, await readInput(c, endpoint))
  if (!input.success) throw refuse('invalid_input', { fields: fieldErrors(input.issues) })
  requireAllowedWords(viewer, endpoint, input.output)
  const call = new CallContext(viewer, c)
  const run = () => handler(input.output, call as Call<Endpoint>)
  const result = await work(c, endpoint, mayBeLate(endpoint, viewer) ? () => mayReadLate(run) : run)
  if (viewer?.acting && endpoint.method !== 'GET') publishAuditEntry(ctx, viewer.id)
  if (call.next !== null) return redirected(call.next, call.cookies)
  // Fields that the contract does not declare are removed.
  const shown = projector(endpoint.output)(result)
  const response = new Response(JSON.stringify(shown), { status: call.status, headers: answerHeaders })
  for (const line of call.cookies) response.headers.append('set-cookie', line)
  return response
}

const mayBeLate = (endpoint: Endpoint, viewer: Viewer | null): boolean =>
  endpoint.mayBeLate === 'for everyone' || (endpoint.mayBeLate === 'for visitors' && viewer === null)

/** A read that may be expensive waits for a place and ends with its caller. */
function work<T>(c: Context<Vars>, { method, rate }: Endpoint, run: () => Promise<T>): Promise<T> {
  if (method !== 'GET' || (rate !== 'heavy' && rate !== 'search')) return run()
  const { signal } = c.req.raw
  const inPlace = rate === 'heavy' ? heavyRead : search
  return forCaller(signal, () => inPlace(run, signal))
}

/**
 * The context of one call, with the status, cookies and redirect that the handler sets. It is a class because V8 gives
 * every object literal with a getter a new hidden class, which retains the closure until the next full collection: each
 * call then left 10 KB behind, and every collection of young memory took 15 ms.
 */
class CallContext implements Omit<Call<Endpoint>, 'viewer'> {
  readonly viewer: Viewer | null
  readonly refuse = refuse
  readonly locale: Locale
  readonly requestId: string
  readonly key: string | null
  readonly headers: Headers
  readonly address: string
  status: 200 | 201 = 200
  readonly cookies: string[] = []
  next: string | null = null
  readonly created = () => {
    this.status = 201
  }
  readonly setCookie = (line: string) => void this.cookies.push(line)
  readonly goTo = (path: `/${string}`) => {
    this.next = path
  }

  constructor(viewer: Viewer | null, c: Context<Vars>) {
    this.viewer = viewer
    this.locale = c.get('locale')
    this.requestId = c.get('requestId')
    this.headers = c.req.raw.headers
    this.key = this.headers.get('idempotency-key')
    this.address = c.get('address')
  }

  get me(): Viewer {
    if (this.viewer === null) throw refuse('unauthorised')
    return this.viewer
  }
}

function redirected(path: string, cookies: readonly string[]): Response {
  const response = new Response(null, {
    status: 303,
    headers: { location: path, 'cache-control': 'private, no-store' },
  })
  for (const line of cookies) response.headers.append('set-cookie', line)
  return response
}
const answerHeaders = { 'content-type': 'application/json', 'cache-control': 'private, no-store' }

const rateOf = (endpoint: Endpoint): RateClass =>
  endpoint.rate ?? (endpoint.method === 'GET' ? 'read' : endpoint.money ? 'money' : 'write')

/** The key of a call's rate limit: the operator or the user, else the address. */
const rateKeyOf = (viewer: Viewer | null, address: string): string =>
  viewer?.acting?.operatorId ?? viewer?.id ?? addressKey(address)

/** Checks the access and answers the viewer. An operator without the flags counts as a visitor where visitors may call. */
export function admit(access: Access, { viewer, ended }: Seen): Viewer | null {
  if (access.who === 'anyone') return viewer?.acting && missingFlag(access, viewer) !== null ? null : viewer
  if (ended) throw refuse('unauthorised', { shouldLogout: true })
  if (viewer === null) throw refuse('unauthorised')
  if (access.onboarded && !viewer.onboarded) throw refuse('onboarding_required')
  if (access.verified && !viewer.emailVerified) throw refuse('email_verification_required')
  if (access.who === 'staff' && (viewer.role !== 'staff' || viewer.acting)) throw refuse('not_staff')
  if (access.who === 'creator' && !viewer.isCreator) throw refuse('not_creator')
  const flag = viewer.acting ? missingFlag(access, viewer) : null
  if (flag !== null) throw denied(viewer, flag)
  return viewer
}

function missingFlag(access: Access, viewer: Viewer): Flag | 'owner' | null {
  if (access.acting === 'never') return 'owner'
  if (access.acting === 'any') return null
  return access.acting.find((flag) => viewer.acting?.permissions[flag] !== true) ?? null
}

/** Throws `permission_denied` when the viewer is an operator without this flag (for parts of an input or an answer). */
export function requireFlag(viewer: Viewer, flag: Flag): void {
  if (viewer.acting && viewer.acting.permissions[flag] !== true) throw denied(viewer, flag)
}

/** Tells the browser to end the session when the flag was revoked while the operator acted (spec §8). */
const denied = (viewer: Viewer, flag: Flag | 'owner'): RefusalError =>
  refuse('permission_denied', {
    flag,
    ...(viewer.acting?.reduced === true && flag !== 'owner' ? { shouldLogout: true as const } : {}),
  })

export function failure(
  error: unknown,
  endpoint: Endpoint | null,
  name: string,
  locale: Locale,
  requestId: string,
): Response {
  if (error instanceof RefusalError) {
    if (endpoint === null || isDeclared(error.code, endpoint))
      return refusalResponse(error.code, error.facts, locale, requestId)
    log.error('refused with a code that is not declared', { request: requestId, route: name, what: error.code })
    return bugResponse(locale, requestId)
  }
  // This answer is read by no one; the number is what proxies write in their logs for it.
  if (error instanceof CallerGone) return new Response(null, { status: 499 })
  if (isUnavailable(error)) {
    if (!isUnreachable(error)) log.error('request failed', { request: requestId, route: name, error: loggable(error) })
    return refusalResponse('unavailable', {}, locale, requestId)
  }
  log.error('request failed', { request: requestId, route: name, error: loggable(error) })
  return bugResponse(locale, requestId)
}

const isDeclared = (code: RefusalCode, endpoint: Endpoint): boolean =>
  common.has(code) || endpoint.errors.includes(code) || (code === 'restricted_word' && endpoint.fansRead !== undefined)
/** What follows from access, input and the server kit rather than from the endpoint. */
const common = new Set<RefusalCode>([
  'invalid_input',
  'unauthorised',
  'onboarding_required',
  'email_verification_required',
  'not_staff',
  'not_creator',
  'permission_denied',
  'not_found',
  'too_large',
  'unsupported_media',
  'rate_limited',
  'unavailable',
  'blocked_origin',
  'identity_changed',
])

function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const issue of issues) {
    const field = issue.path?.map((it) => String(it.key)).join('.') || 'body'
    const of = fields[field] ?? []
    of.push(issue.message.slice(0, 200))
    fields[field] = of
  }
  return fields
}
