import { createHash } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { lt } from 'drizzle-orm'
import * as v from 'valibot'
import { host, hostsConfig } from '../../contract/hosts.ts'
import { humanCheckAction } from '../../contract/limits.ts'
import { humanChecks } from '../platform/db/schema/identity.ts'
import type { Env } from '../platform/env.ts'
import type { Services } from '../platform/services.ts'

/** A fresh proof of work, valid for five minutes: about a tenth of a second on a laptop, a second on an old phone. */
export function makeChallenge(secret: string) {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1_000,
    counter: randomInt(100, 300),
    deriveKey,
    expiresAt: new Date(Date.now() + 5 * 60_000),
    ...secrets(secret),
  })
}

/** Whether the token of a form is solved, recent and unused. Refuses when the check fails. */
export async function isHuman(
  ctx: Pick<Services, 'env' | 'db'>,
  token: string | null,
  address: string,
): Promise<boolean> {
  if (ctx.env.HUMAN_CHECK === 'off') return true
  if (!token || token.length > 5_000) return false
  if (ctx.env.HUMAN_CHECK === 'turnstile')
    return (await askTurnstile(ctx.env, token, address)) && isFirstUse(ctx, token)
  const payload = v.safeParse(payloadShape, readJson(token))
  if (!payload.success) return false
  const { challenge, solution } = payload.output
  const result = await verifySolution({
    challenge,
    solution,
    deriveKey,
    ...secrets(ctx.env.SECRET),
  }).catch(() => ({ verified: false }))
  return result.verified === true && (await isFirstUse(ctx, challenge.signature))
}

/** One row per token, so that it is accepted once over all nodes; rows expire with their challenge. */
async function isFirstUse(ctx: Pick<Services, 'db'>, signature: string): Promise<boolean> {
  const used = await ctx.db
    .insert(humanChecks)
    .values({
      signature: createHash('sha256').update(signature).digest('base64url'),
      expiresAt: new Date(Date.now() + 10 * 60_000),
    })
    .onConflictDoNothing()
    .returning()
  if (Math.random() < 0.01) await ctx.db.delete(humanChecks).where(lt(humanChecks.expiresAt, new Date()))
  return used.length > 0
}

/**
 * Turnstile's verdict on a token; any failure counts as a refusal, and so does a token that was made on another site or
 * for another use of the same key.
 */
async function askTurnstile(env: Env, response: string, remoteip: string): Promise<boolean> {
  if (env.TURNSTILE_SECRET_KEY === undefined) return false
  const answer = await fetch(new URL('/turnstile/v0/siteverify', env.TURNSTILE_ORIGIN), {
    method: 'POST',
    body: new URLSearchParams({ secret: env.TURNSTILE_SECRET_KEY, response, remoteip }),
    signal: AbortSignal.timeout(turnstileMs),
  })
    .then((it) => (it.ok ? it.json() : null))
    .catch(() => null)
  return v.is(turnstileVerdict, answer) && isOurHost(env, answer.hostname)
}
const turnstileVerdict = v.object({
  success: v.literal(true),
  hostname: v.string(),
  action: v.literal(humanCheckAction),
})

/** Names of this machine are ours in development only. */
function isOurHost(env: Env, name: string): boolean {
  const facts = host(name, hostsConfig(env))
  return name === new URL(env.PUBLIC_ORIGIN).hostname || (facts !== null && !(env.production && facts.kind === 'local'))
}

const turnstileMs = 1_800

const secrets = (secret: string) => ({
  hmacSignatureSecret: `human-check:${secret}`,
  hmacKeySignatureSecret: `human-key:${secret}`,
})

function readJson(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString())
  } catch {
    return null
  }
}

const payloadShape = v.object({
  challenge: v.object({
    parameters: v.looseObject({
      algorithm: v.string(),
      nonce: v.string(),
      salt: v.string(),
      cost: v.pipe(v.number(), v.maxValue(10_000)),
      keyLength: v.pipe(v.number(), v.maxValue(64)),
      keyPrefix: v.string(),
    }),
    signature: v.pipe(v.string(), v.maxLength(500)),
  }),
  solution: v.object({ counter: v.number(), derivedKey: v.string(), time: v.optional(v.number()) }),
})
