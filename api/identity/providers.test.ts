import type { Server } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestApi } from '../../tests/support/api.ts'
import { browser, openIdentityApi } from '../../tests/support/identity.ts'
import { providerEnv, startProvider } from '../../tests/support/oidc-provider.ts'
import { freePort } from '../../tests/support/ports.ts'

let api: TestApi
let issuer: string
let server: Server
/** The next user to sign in at the provider. */
let person = { email: '', email_verified: true }

beforeAll(async () => {
  issuer = `http://127.0.0.1:${await freePort()}`
  server = await startProvider(issuer, 'http://localhost:8787', () => person)
  api = await openIdentityApi(providerEnv(issuer))
})
afterAll(async () => {
  await api.close()
  server.close()
})

/**
 * Uses the provider's own pages as a browser would: signs in, consents, and returns with a code, in a form from Apple.
 */
async function atProvider(url: string, login: string): Promise<{ url: string; form?: URLSearchParams }> {
  const jar = new Map<string, string>()
  let next: { url: string; form?: URLSearchParams } = { url }
  for (let step = 0; step < 12; step++) {
    if (!next.url.startsWith(issuer)) return next
    const answer: Response = await fetch(next.url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.form ? { method: 'POST', body: next.form } : {}),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location !== null) next = { url: new URL(location, issuer).href }
    else {
      const page = await answer.text()
      const action = /action="([^"]+)"/.exec(page)?.[1] ?? ''
      const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? ''
      const form = new URLSearchParams({ prompt, login, password: 'any' })
      const given = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']): [string, string] => [name, value],
      )
      next = { url: new URL(action, issuer).href, form: action.startsWith(issuer) ? form : new URLSearchParams(given) }
    }
  }
  throw new Error('the provider never came back')
}

/** The final path of the redirects. A form comes from another site without cookies, and is redirected within ours. */
async function pathBack({ url, form }: { url: string; form?: URLSearchParams }): Promise<string> {
  if (form === undefined) return pathOf(url)
  const answer = await api.app.request(url, { method: 'POST', body: form, headers: { origin: issuer } })
  expect(answer.status).toBe(302)
  return pathOf(answer.headers.get('location') ?? '')
}
const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')

async function through(provider: 'google' | 'apple', login: string, here = browser(api)) {
  const begun = (await (
    await here.post('/api/auth/sign-in/social', { provider, callbackURL: '/auth/callback' })
  ).json()) as { url: string }
  const answer = await here.get(await pathBack(await atProvider(begun.url, login)))
  return { here, location: answer.headers.get('location') ?? '' }
}

it.each(['google', 'apple'] as const)(
  '%s: creates an account with a verified address, and signs in to it again',
  async (provider) => {
    expect(await browser(api).json('/api/identity/methods')).toMatchObject({ google: true, apple: true })
    person = { email: `${provider}@outside.test`, email_verified: true }
    const first = await through(provider, `sub-${provider}`)
    expect(first.location).toMatch(/\/auth\/callback$/)
    const me = await first.here.json('/api/profile')
    expect(me).toMatchObject({ email: person.email, email_verified: true, username: null, terms_due: false })
    const again = await through(provider, `sub-${provider}`)
    expect((await again.here.json('/api/profile')).id).toBe(me.id)
  },
)

it('does not sign in to another user’s account by its address at the provider', async () => {
  const email = 'before@outside.test'
  await browser(api).signUp(email)
  person = { email, email_verified: true }
  const { here, location } = await through('google', 'sub-of-a-stranger')
  expect(location).toContain('error=')
  expect(await here.isIn()).toBe(false)
})

it('links to the signed-in account, and keeps the last sign-in method', async () => {
  person = { email: 'linked@outside.test', email_verified: true }
  const { here } = await through('google', 'sub-linked')
  const ways = (await here.json('/api/account/ways-in')) as { providers: { id: string; provider: string }[] }
  expect(ways.providers.map((it) => it.provider)).toEqual(['google'])
  const remove = (id: string) => here.ask('DELETE', `/api/account/ways-in/${id}`)
  expect((await (await remove(ways.providers[0]?.id ?? '')).json()) as object).toMatchObject({ error: 'own_thing' })
  expect((await here.post('/api/account/password', { new_password: 'now-with-a-password' })).status).toBe(200)
  expect((await remove(ways.providers[0]?.id ?? '')).status).toBe(200)
  expect((await here.signIn('linked@outside.test', 'now-with-a-password')).status).toBe(200)
})

it('refuses a callback that another browser began', async () => {
  person = { email: 'victim@outside.test', email_verified: true }
  const begun = (await (
    await browser(api).post('/api/auth/sign-in/social', { provider: 'google', callbackURL: '/auth/callback' })
  ).json()) as { url: string }
  const stranger = browser(api)
  await stranger.get(await pathBack(await atProvider(begun.url, 'sub-victim')))
  expect(await stranger.isIn()).toBe(false)
})
