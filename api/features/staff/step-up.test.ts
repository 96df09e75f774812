import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { edgeHeaders } from '../../../contract/edge.ts'
import { staff as staffRoom } from '../../../contract/staff.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import type { Actor, TestApi } from '../../../tests/support/api.ts'
import { openIdentityApi } from '../../../tests/support/identity.ts'
import { ageSession } from '../../../tests/support/step-up.ts'

/** Staff decisions about money and people (product §26); everything else of the back office is reading and queues. */
const guarded = ['approve', 'reject', 'suspend', 'unsuspend', 'allowBirthdate', 'decide', 'openAccount', 'refund']
const open = [
  ...['overview', 'verifications', 'reports', 'lookAtReport', 'takeReport', 'decideReport', 'users', 'auditLog'],
  ...['payouts', 'sales', 'disputes', 'ledgerCheck', 'startLedgerCheck'],
]
const none = '00000000-0000-7000-8000-000000000000'

it('knows of each endpoint of the back office whether it decides about money or people', () => {
  expect([...guarded, ...open].sort()).toEqual([...Object.keys(staffRoom), ...Object.keys(staffMoney)].sort())
})

/** The refusals of all decisions, by name; things that do not exist, so that only the guard can refuse otherwise. */
async function refusalsOf(api: TestApi, clerk: Actor) {
  const answers = {
    approve: api.call(clerk, staffRoom.approve, { id: none }),
    reject: api.call(clerk, staffRoom.reject, { id: none, reason: 'blurred' }),
    suspend: api.call(clerk, staffRoom.suspend, { id: none, reason: 'a reason' }),
    unsuspend: api.call(clerk, staffRoom.unsuspend, { id: none }),
    allowBirthdate: api.call(clerk, staffRoom.allowBirthdate, { id: none, note: 'a reason' }),
    decide: api.call(clerk, staffMoney.decide, { id: none, status: 'approved' }),
    openAccount: api.call(clerk, staffMoney.openAccount, { id: none }),
    refund: api.call(clerk, staffMoney.refund, { entry_id: none, reason: 'a reason' }),
    // The routes with binary bodies are outside the features, so this needs the whole app.
    images: Promise.resolve(
      api.app.request(`http://localhost/api/staff/verifications/${none}/images/document`, {
        headers: { cookie: clerk.cookie, [edgeHeaders.proof]: api.ctx.env.EDGE_SECRET ?? '' },
      }),
    ).then(async (answer) => ({ refusal: (await answer.json()) as { error: string } })),
  }
  const found: Record<string, string> = {}
  for (const [name, answer] of Object.entries(answers)) found[name] = (await answer).refusal.error
  return found
}
const all = (error: string) => Object.fromEntries([...guarded, 'images'].map((name) => [name, error]))

describe('in development', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await openIdentityApi()
  })
  afterAll(() => api.close())

  it('refuses every decision about money or people after an old sign-in, and reads on', async () => {
    const clerk = await api.makeUser({ role: 'staff' })
    expect(await refusalsOf(api, clerk)).toEqual(all('not_found'))
    await ageSession(api, clerk)
    expect(await refusalsOf(api, clerk)).toEqual(all('fresh_sign_in_required'))
    for (const endpoint of [staffRoom.overview, staffRoom.auditLog, staffMoney.payouts, staffMoney.sales])
      expect((await api.call(clerk, endpoint, {})).status).toBe(200)
  })

  it('refuses to suspend staff, and logs nothing', async () => {
    const clerk = await api.makeUser({ role: 'staff' })
    const colleague = await api.makeUser({ role: 'staff' })
    const fan = await api.makeUser()
    const suspend = (id: string) => api.call(clerk, staffRoom.suspend, { id, reason: 'a reason' })
    expect((await suspend(colleague.id)).refusal.error).toBe('staff_account')
    expect((await suspend(clerk.id)).refusal.error).toBe('own_thing')
    expect((await api.call(colleague, staffRoom.overview, {})).status).toBe(200)
    expect((await suspend(fan.id)).status).toBe(200)
    const { data } = (await api.call(clerk, staffRoom.auditLog, {})).data
    expect(data.map((it) => [it.action, it.object_id])).toEqual([['user.suspend', fan.id]])
  })
})

describe('in production', () => {
  let api: TestApi
  beforeAll(async () => {
    // The database is the test's own.
    const required = { SECRET: 's'.repeat(32), EDGE_SECRET: 'of the edge', DATABASE_URL: 'postgres://none' }
    api = await openIdentityApi({ NODE_ENV: 'production', HUMAN_CHECK: 'altcha', RATE_LIMITS: 'default', ...required })
  })
  afterAll(() => api.close())

  it('refuses every decision of staff without a second factor, and reads on', async () => {
    const clerk = await api.makeUser({ role: 'staff' })
    expect(await refusalsOf(api, clerk)).toEqual(all('second_factor_required'))
    expect((await api.call(clerk, staffRoom.overview, {})).status).toBe(200)
  })

  it('lets staff with a second factor decide after a fresh sign-in', async () => {
    const clerk = await api.makeUser({ role: 'staff', twoFactorEnabled: true })
    expect(await refusalsOf(api, clerk)).toEqual(all('not_found'))
    await ageSession(api, clerk)
    expect(await refusalsOf(api, clerk)).toEqual(all('fresh_sign_in_required'))
  })
})
