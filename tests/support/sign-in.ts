import type { BrowserContext } from '@playwright/test'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

const demoPassword = 'fanfare-demo'

/** Signs in a demo user as the sign-in form does, in every page of this browser context. */
export async function signIn(context: BrowserContext, email: string, password = demoPassword): Promise<void> {
  // One device cookie that every demo user has signed in with before, because a new device sends a notification.
  await context.addCookies([{ name: 'fanfare.device', value: 'the-browser-of-the-tests', url: base() }])
  const answer = await context.request.post(`${base()}/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { origin: base(), 'x-captcha-response': await humanCheck(context) },
  })
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${answer.status()} ${await answer.text()}`)
}

/** Solves the human check as the form's worker does. */
export async function humanCheck(context: BrowserContext): Promise<string> {
  const answer = await context.request.get(`${base()}/api/human-check/challenge`)
  const { challenge } = (await answer.json()) as { challenge: Challenge | null }
  if (challenge === null) return 'off'
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

const base = (): string => process.env.BASE_URL ?? 'http://localhost:8787'
