import type { Context, Hono } from 'hono'
import { edgeHeaders } from '../../contract/edge.ts'
import { appReturnPath } from '../../contract/policy/return-path.ts'
import type { Env } from '../platform/env.ts'
import { failure, type Vars } from '../platform/http/implement.ts'
import { addressKey } from '../platform/http/rates.ts'
import { refuse } from '../platform/http/refusal.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { serializeByKey } from '../platform/serialize-by-key.ts'
import type { Services } from '../platform/services.ts'
import { refuseWhileActing } from './acting-gate.ts'
import { type Auth, verifyPage } from './auth.ts'
import { isReadable, readAuthBody } from './auth-body.ts'
import { translateAuthAnswer } from './auth-refusals.ts'
import { guesserKey, knownDevice } from './devices.ts'
import { isHuman } from './human-check.ts'
import { requireRecentAuth } from './recent-auth.ts'
import { withNewSignature } from './session-cookie.ts'
import { readViewer, sessionToken } from './viewer.ts'

/**
 * The routes of better-auth with our own checks: bounded JSON bodies, rate limits, a minimum answering time where known
 * and unknown addresses must look alike, no account settings while acting, refusals in the shape of the contract.
 */
export function mountIdentity(
  app: Hono<Vars>,
  ctx: Services,
  auth: Pick<Auth, 'handler'>,
  { levelMs = 400 }: { levelMs?: number } = {},
): void {
  app.all('/api/auth/*', async (c) => {
    const began = Date.now()
    const path = new URL(c.req.url).pathname.slice('/api/auth'.length)
    try {
      const answer = await handleAuthCall(c, ctx, auth, path)
      if (levelled.has(path))
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, began + levelMs - Date.now())))
      return answer
    } catch (error) {
      return failure(error, null, '/api/auth/*', c.get('locale'), c.get('requestId'))
    }
  })
}

const resetPath = '/request-password-reset'
/** Sends the mail that confirms an address again, to the address of the session. */
const resendPath = '/send-verification-email'
/** Their answers take at least `levelMs`, because a mail is stored before the answer (safety §21). */
const levelled = new Set([resetPath])

async function handleAuthCall(
  c: Context<Vars>,
  ctx: Services,
  auth: Pick<Auth, 'handler'>,
  path: string,
): Promise<Response> {
  const rates = ctx.rates
  const address = addressKey(c.get('address'))
  await rates.take('address', address)
  if (!isReadable(c.req.query())) throw refuse('invalid_input')
  const { text, body } = await readAuthBody(c.req.raw, path === '/callback/apple')
  if (path === verifyPath && (c.req.method === 'GET' || c.req.method === 'HEAD'))
    return c.redirect(verifyPage(c.req.query('token') ?? ''))
  const closed = await refuseWhileActing(ctx, c.req.raw, c.get('locale'), c.get('requestId'))
  if (closed !== null) return closed
  const needsViewer = needsRecentAuth.has(path) || path === '/sign-out' || path === resendPath
  const { viewer } = needsViewer ? await readViewer(ctx, c.req.raw.headers.get('cookie')) : { viewer: null }
  c.set('viewer', viewer)
  if (needsRecentAuth.has(path)) {
    if (viewer === null) throw refuse('unauthorised')
    requireRecentAuth(viewer)
  }
  if (path === resendPath && viewer === null) throw refuse('unauthorised')
  // Before anything is counted, so that using up the attempts of another account costs a solved check for each.
  if (humanChecked.has(path) && !(await isHuman(ctx, c.req.header('x-captcha-response') ?? null, c.get('address'))))
    throw refuse('human_check_failed')
  const email = path === '/sign-in/email' ? emailOf(body) : null
  const guess = email === null ? guessed(path, viewer) : await guesserOf(ctx, email, c.req.header('cookie'))
  const run = async () => {
    if (path === '/sign-up/email') await rates.take('sign_up', address)
    if (storingChallenge.has(path)) await rates.take('sign_in_start', address)
    // Each with its own count, which no other mail uses up: strangers cannot keep an owner from a reset, because whatever
    // they use up of it has been mailed to the owner.
    if (path === resetPath) {
      await rates.take('reset', address)
      await rates.take('mail', `reset ${emailOf(body) ?? address}`)
    }
    if (path === resendPath) await rates.take('mail', `confirm ${viewer?.id}`)
    if (guess !== null) {
      if (!guess.isKnownDevice) await rates.take('guess_address', address)
      await rates.take('guess', guess.key)
    }
    const request = sanitizedRequest(c, ctx.env, text, body)
    if (path === verifyPath && c.req.method === 'POST') return verify(auth, request, body)
    const answer = await auth.handler(request)
    if (guess !== null && answer.status < 300) {
      await rates.forgive('guess', guess.key)
      // Many users share one address behind a household or mobile network, so only failed attempts count against it.
      if (!guess.isKnownDevice) await rates.giveBack('guess_address', address)
    }
    return answer
  }
  // Sign-ins to one account run one after the other, so that a burst of guesses cannot overtake the count of failures.
  const answer = email === null ? await run() : await serializeByKey(`sign-in ${guess?.key}`, run)
  if (viewer && path === '/sign-out' && answer.ok) ctx.live.revoke({ sessionId: viewer.sessionId }, 'signed_out')
  return translateAuthAnswer(answer, c.get('locale'), c.get('requestId'))
}

/**
 * Confirms an address by a POST of `{ token }` from the page of its link: better-auth confirms on GET, which mail
 * scanners send too. Answers `{}`; throws `invalid_token` for an expired or invalid one.
 */
async function verify(auth: Pick<Auth, 'handler'>, request: Request, { token }: Record<string, unknown>) {
  const url = new URL(request.url)
  url.search = new URLSearchParams({ token: typeof token === 'string' ? token : '' }).toString()
  const headers = new Headers(request.headers)
  headers.delete('content-type')
  const answer = await auth.handler(new Request(url, { headers }))
  if (answer.status >= 400 && answer.status < 500) throw refuse('invalid_token')
  return answer.ok ? Response.json({}) : answer
}
const verifyPath = '/verify-email'

/** Step-up authentication, so that an open session is not enough to add a sign-in method (product §35). */
const needsRecentAuth = new Set([
  '/link-social',
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
])
/** Sign-up and sign-in carry a human-check token; the request of a reset has an e-mail only (spec §5). */
const humanChecked = new Set(['/sign-up/email', '/sign-in/email'])
/** Store a row for everyone who calls, which the answer of the provider or the passkey finds. */
const storingChallenge = new Set([
  '/sign-in/social',
  '/link-social',
  '/passkey/generate-authenticate-options',
  '/passkey/generate-register-options',
])
const withPassword = new Set(['/two-factor/enable', '/two-factor/disable', '/two-factor/generate-backup-codes'])

/** What a wrong password counts against; that of a known device does not count against its address as well. */
type Guesser = { key: string; isKnownDevice: boolean }

/** The account that a password is tried on by its own session. */
const guessed = (path: string, viewer: Viewer | null): Guesser | null =>
  withPassword.has(path) && viewer ? { key: viewer.id, isKnownDevice: false } : null

/**
 * On whom a sign-in's wrong password counts: on the account, or, from a browser that its owner has signed in with, on
 * that browser. So a stranger who uses up the attempts of an account, or of the owner's address, does not lock them out.
 */
async function guesserOf(ctx: Services, email: string, cookieHeader: string | undefined): Promise<Guesser> {
  const device = await knownDevice(ctx, email, cookieHeader)
  return { key: guesserKey(email, device), isKnownDevice: device !== null }
}

const emailOf = (body: Record<string, unknown>): string | null =>
  typeof body.email === 'string' ? body.email.trim().toLowerCase().slice(0, 320) : null

/**
 * The request with the address and locale that the API trusts, whatever its headers said, and with return paths on this
 * site only.
 */
function sanitizedRequest(c: Context<Vars>, env: Env, text: string | null, body: Record<string, unknown>): Request {
  const origin = env.PUBLIC_ORIGIN
  const headers = new Headers(c.req.raw.headers)
  const token = sessionToken(headers.get('cookie'), env)
  // better-auth knows sessions that the present secret has signed.
  if (token !== null && env.SECRET_PREVIOUS !== undefined)
    headers.set('cookie', withNewSignature(headers.get('cookie') ?? '', token, env))
  headers.set(edgeHeaders.address, c.get('address'))
  headers.set(edgeHeaders.locale, c.get('locale'))
  // `createApp` has checked the origin; better-auth knows fewer of them (no previews, no `127.0.0.1`).
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') headers.set('origin', origin)
  headers.delete('content-length')
  const url = new URL(c.req.url)
  const inBody: Record<string, string> = {}
  for (const name of returnPathFields) {
    const [asked, inBodyField] = [url.searchParams.get(name), body[name]]
    if (asked !== null) url.searchParams.set(name, appReturnPath(asked, origin))
    if (typeof inBodyField === 'string') inBody[name] = appReturnPath(inBodyField, origin)
  }
  // Address and password are enough (spec §5); better-auth wants a name too.
  const email = url.pathname.endsWith('/sign-up/email') ? emailOf(body) : null
  if (email !== null && body.name === undefined) inBody.name = email.split('@')[0] ?? ''
  const sent = Object.keys(inBody).length > 0 ? JSON.stringify({ ...body, ...inBody }) : text
  return new Request(url, { method: c.req.method, headers, ...(sent === null ? {} : { body: sent }) })
}

/** The fields with return addresses; better-auth checks them too, but knows fewer ways to spell an address. */
const returnPathFields = ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'redirectTo'] as const
