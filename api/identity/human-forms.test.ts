import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestApi } from '../../tests/support/api.ts'
import { browser, openIdentityApi, password } from '../../tests/support/identity.ts'
import { mails, users } from '../platform/db/schema/identity.ts'
import { makeChallenge } from './human-check.ts'

/** The forms that a program would fill in: signing up and in want a solved check, a reset sends the e-mail only (spec §5). */
let api: TestApi
beforeAll(async () => {
  api = await openIdentityApi({ HUMAN_CHECK: 'altcha' })
})
afterAll(() => api.close())

async function solved(): Promise<Record<string, string>> {
  const challenge: Challenge = await makeChallenge(api.ctx.env.SECRET)
  const token = JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
  return { 'x-captcha-response': Buffer.from(token).toString('base64') }
}
const refused = { status: 400, error: 'human_check_failed' }
const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await browser(api, headers).post(`/api/auth${path}`, body)
  const { error } = (await answer.json()) as { error?: string }
  return { status: answer.status, error }
}

it('signs up only who has solved the check', async () => {
  const email = 'new@example.test'
  const form = { email, password, name: 'x' }
  expect(await send('/sign-up/email', form)).toEqual(refused)
  expect(await api.db.$count(users, eq(users.email, email))).toBe(0)
  expect(await send('/sign-up/email', form, await solved())).toEqual({ status: 200, error: undefined })
})

it('tries a password only after the check is solved, and mails a reset link without one', async () => {
  const email = 'owner@example.test'
  await send('/sign-up/email', { email, password }, await solved())
  const mailed = () => api.db.$count(mails, eq(mails.recipient, email))
  const before = await mailed()
  expect(await send('/sign-in/email', { email, password })).toEqual(refused)
  expect(await mailed()).toBe(before)

  expect((await send('/request-password-reset', { email })).status).toBe(200)
  expect(await mailed()).toBe(before + 1)
  expect((await send('/sign-in/email', { email, password }, await solved())).status).toBe(200)
})
