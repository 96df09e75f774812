import { describe, expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { profile } from '../../../contract/profile.ts'
import { actAs, makeAgency, withCookieOf } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { testApi } from '../../../tests/support/test-api.ts'

const api = testApi()

const whoAmI = async (browser: Actor) => (await api.call(browser, profile.get, {})).data.id

describe('the stop form of the acting bar', () => {
  const submitStop = (browser: Actor | null, headers: Record<string, string> = {}) =>
    api.fetch(browser, '/api/agencies/stop-impersonation', {
      method: 'POST',
      headers: { origin: api.ctx.env.PUBLIC_ORIGIN, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })

  it('stops and redirects, repeatedly, also after the grant has ended', async () => {
    const agency = await makeAgency(api)
    const browser = await actAs(api, agency.operator, agency.creator)
    await api.call(agency.owner, agencies.removeGrant, agency.place)
    const stopped = await submitStop(browser)
    expect([stopped.status, stopped.headers.get('location')]).toEqual([303, `/agency/${agency.agencyId}`])
    expect(stopped.headers.get('cache-control')).toContain('no-store')
    const after = withCookieOf(browser, stopped.headers)
    expect(await whoAmI(after)).toBe(agency.operator.id)
    const again = await submitStop(after)
    expect([again.status, again.headers.get('location'), again.headers.getSetCookie()]).toEqual([303, '/agencies', []])
    // A visitor is redirected to the sign-in page and gets no cookie.
    for (const caller of [null, browser]) {
      const answer = await submitStop(caller)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/agencies'])
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })

  it('refuses other origins and ignores form fields', async () => {
    const { operator, creator } = await makeAgency(api)
    const browser = await actAs(api, operator, creator)
    for (const origin of ['https://evil.test', 'null', `${api.ctx.env.PUBLIC_ORIGIN}.evil.test`])
      expect((await submitStop(browser, { origin })).status, origin).toBe(403)
    const fields = await api.fetch(browser, '/api/agencies/stop-impersonation', {
      method: 'POST',
      body: 'a=b',
      headers: { origin: api.ctx.env.PUBLIC_ORIGIN, 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(fields.status).toBe(415)
    expect(await whoAmI(browser)).toBe(creator.id)
  })
})
