import { fail } from 'node:assert'
import { identityHooks } from '../../api/app.ts'
import { features } from '../../api/features.ts'
import { createAuth } from '../../api/identity/auth.ts'
import { mountIdentity } from '../../api/identity/auth-routes.ts'
import { identityRoutes } from '../../api/identity/routes.ts'
import { readViewer } from '../../api/identity/viewer.ts'
import { createApp } from '../../api/platform/http/create-app.ts'
import { mountRaw } from '../../api/platform/http/raw.ts'
import { devMailbox } from '../../api/platform/mail/dev-mailbox.ts'
import type { Services } from '../../api/platform/services.ts'
import { rawRoutes } from '../../api/raw-routes.ts'
import { openTestApi, type TestApi } from './api.ts'
import { expectNothingPrivate } from './bystander-marks.ts'

/** A test API with all that identity needs: better-auth, binary routes, the mailbox. */
export async function openIdentityApi(env: Record<string, string> = {}, { empty = false } = {}): Promise<TestApi> {
  const api = await openTestApi({ env, empty })
  return { ...api, app: identityApp(api.ctx) }
}

/** A node: its own app and counters over what the services have opened. */
export function identityApp(ctx: Services, options: { levelMs?: number } = {}) {
  const auth = createAuth(ctx, identityHooks(ctx))
  return createApp(ctx, readViewer, [...identityRoutes(ctx), ...features(ctx)], (app) => {
    mountIdentity(app, ctx, auth, options)
    mountRaw(app, ctx, readViewer, rawRoutes(ctx))
    devMailbox(app, ctx)
  })
}

/** A new browser, which stores the cookies that it gets. */
export function browser(api: Pick<TestApi, 'app'>, headers: Record<string, string> = {}) {
  const cookies = new Map<string, string>()
  async function ask(method: string, path: string, body?: unknown) {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const answer = await api.app.request(`http://localhost${path}`, {
      method,
      ...(text === undefined ? {} : { body: text }),
      headers: {
        ...headers,
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
        ...(cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
      },
    })
    await expectNothingPrivate(path, answer)
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1)
      const at = pair.indexOf('=')
      if (/max-age=0/i.test(line)) cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return answer
  }
  return {
    cookies,
    ask,
    post: (path: string, body: unknown = {}) => ask('POST', path, body),
    get: (path: string) => ask('GET', path),
    json: async (path: string) => (await (await ask('GET', path)).json()) as Record<string, unknown>,
    signUp: (email: string) => ask('POST', '/api/auth/sign-up/email', { email, password, name: 'x' }),
    signIn: (email: string, typed = password) => ask('POST', '/api/auth/sign-in/email', { email, password: typed }),
    isIn: async () => (await ask('GET', '/api/profile')).status === 200,
  }
}
export const password = 'a-long-enough-password'

/** The body that the newest verification mail's page would post. */
export const mailedToken = async (api: Pick<TestApi, 'app'>, to: string): Promise<string> =>
  new URLSearchParams((await mailedLink(api, to, 'verify-email?token')).split('?')[1]).get('token') ?? ''

/** The path and query of the newest link mailed to an address, optionally of a kind. */
export async function mailedLink(api: Pick<TestApi, 'app'>, to: string, part = ''): Promise<string> {
  const answer = await api.app.request(`http://localhost/dev/mail?to=${encodeURIComponent(to)}`)
  const { data } = (await answer.json()) as { data: { text: string }[] }
  for (const { text } of data) {
    const link = /https?:\/\/\S+/.exec(text)?.[0]
    if (link?.includes(part)) return link.replace(/^https?:\/\/[^/]+/, '')
  }
  return fail(`no mail to ${to} with ${part}`)
}

/** Follows the newest reset link to its form, and answers the form's token. */
export async function resetToken(
  api: Pick<TestApi, 'app'>,
  here: ReturnType<typeof browser>,
  email: string,
): Promise<string> {
  const redirect = await here.get(await mailedLink(api, email, 'reset-password'))
  return /token=([^&]+)/.exec(redirect.headers.get('location') ?? '')?.[1] ?? ''
}
