import type { BrowserContext } from '@playwright/test'
import { mailedCode } from './mailbox.ts'
import { humanCheck } from './sign-in.ts'

const base = (): string => process.env.BASE_URL ?? 'http://localhost:8787'

/** Signs a new fan up in this browser context, with a name, a birthdate and a confirmed address, but without coins. */
export async function newFan(context: BrowserContext, prefix: string): Promise<string> {
  const name = `${prefix}${Date.now().toString(36)}`
  const email = `${name}@example.test`
  const post = async (path: string, data: object, method = 'POST', headers = {}) => {
    const answer = await context.request.fetch(`${base()}${path}`, {
      method,
      data,
      headers: { origin: base(), ...headers },
    })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  }
  const human = { 'x-captcha-response': await humanCheck(context) }
  await post('/api/auth/sign-up/email', { email, password: 'a long enough secret' }, 'POST', human)
  await post('/api/profile', { username: name, birthdate: '1990-01-01' }, 'PATCH')
  await post('/api/account/email/code', { code: await mailedCode(context, email) })
  return name
}
