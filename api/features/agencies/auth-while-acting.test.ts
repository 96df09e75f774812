import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { acting } from '../../../contract/acting.ts'
import { agencies } from '../../../contract/agencies.ts'
import { profile } from '../../../contract/profile.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { identityApp } from '../../../tests/support/identity.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { identityHooks } from '../../app.ts'
import { refuseWhileActing } from '../../identity/acting-gate.ts'
import { createAuth } from '../../identity/auth.ts'
import { newSessionToken } from '../../identity/session-token.ts'
import { agencyAuditEntries } from '../../platform/db/schema/agencies.ts'
import { readEnv } from '../../platform/env.ts'

const api = testApi()

const whoAmI = async (browser: Actor) => (await api.call(browser, profile.get, {})).data.id

describe('better-auth while acting', () => {
  it('sets the same cookie as better-auth', async () => {
    const secrets = { SECRET: 'x'.repeat(40), EDGE_SECRET: 'x' }
    const production = { ...secrets, PRODUCTION_DOMAIN: 'fanfare.example', DATABASE_URL: 'postgres://none' }
    for (const given of [{}, production]) {
      const env = readEnv({ DATA_DIR: api.ctx.env.DATA_DIR, ...given })
      const { authCookies } = await createAuth({ ...api.ctx, env }, identityHooks(api.ctx)).$context
      const { name, attributes } = authCookies.sessionToken
      const [pair, ...parts] = newSessionToken(env, new Headers())
        .setCookie(new Date(Date.now() + 60_000))
        .split('; ')
      expect(pair?.split('=')[0]).toBe(name)
      const ours = Object.fromEntries(
        parts.map((it) => it.split('=')).map(([key, value]) => [key?.toLowerCase(), value ?? true]),
      )
      expect(ours.path).toBe(attributes.path)
      expect(ours.secure ?? false).toBe(attributes.secure)
      expect(ours.httponly).toBe(attributes.httpOnly)
      expect(String(ours.samesite).toLowerCase()).toBe(attributes.sameSite)
      expect(ours.domain?.toString()).toBe(attributes.domain)
      expect(Number(ours['max-age'])).toBeGreaterThan(50)
    }
  })

  it('ends both sessions on sign-out while acting, and logs the end', async () => {
    const { operator, creator } = await makeAgency(api)
    const browser = await actAs(api, operator, creator)
    const whole = { ...api, app: identityApp(api.ctx) }
    const answer = await whole.app.request('http://localhost/api/auth/sign-out', {
      method: 'POST',
      body: '{}',
      headers: {
        cookie: browser.cookie,
        origin: api.ctx.env.PUBLIC_ORIGIN,
        'content-type': 'application/json',
        'content-length': '2',
      },
    })
    expect(answer.status).toBe(200)
    expect((await api.call(browser, profile.get, {})).status).toBe(401)
    expect((await api.call(browser, acting.stop, {})).status).toBe(401)
    // The operator's other browsers stay signed in.
    expect(await whoAmI(operator)).toBe(operator.id)
    const acts = await api.db.select().from(agencyAuditEntries).where(eq(agencyAuditEntries.actorId, operator.id))
    expect(acts.map((it) => [it.action, it.subjectId])).toEqual([
      ['acting.start', creator.id],
      ['acting.sign_out', creator.id],
    ])
  })

  it('refuses account settings while acting, and ends both identities at sign-in', async () => {
    const { operator, creator, place, owner } = await makeAgency(api)
    const browser = await actAs(api, operator, creator)
    const gate = (path: string) =>
      refuseWhileActing(
        api.ctx,
        new Request(`http://localhost/api/auth${path}`, { headers: { cookie: browser.cookie } }),
        'en',
        'test',
      )
    for (const path of [
      '/change-password',
      '/change-email',
      '/delete-user',
      '/list-sessions',
      '/two-factor/enable',
      '/passkey/list',
      '/unlink-account',
      '/sign-outs',
    ]) {
      expect((await gate(path))?.status, path).toBe(403)
    }
    expect(await gate('/sign-in/email')).toBeNull()
    expect(await gate('/get-session')).toBeNull()
    await api.call(owner, agencies.removeGrant, place)
    expect((await gate('/get-session'))?.status).toBe(401)
    // A user whose acting has ended can sign in again, by every method.
    for (const path of ['/sign-in/email', '/passkey/generate-authenticate-options', '/passkey/verify-authentication'])
      expect(await gate(path), path).toBeNull()
    expect(await gate('/sign-out')).toBeNull()
    const acts = await api.db.select().from(agencyAuditEntries).where(eq(agencyAuditEntries.actorId, operator.id))
    expect(acts.map((it) => it.action)).toEqual(['acting.start', 'acting.sign_out'])
  })
})
