import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '../../../contract/account.ts'
import { profile } from '../../../contract/profile.ts'
import { reports } from '../../../contract/reports.ts'
import { staff } from '../../../contract/staff.ts'
import { users } from '../../../contract/users.ts'
import { verification } from '../../../contract/verification.ts'
import { type Actor, signInDirectly, type TestApi } from '../../../tests/support/api.ts'
import { mailedLink, openIdentityApi } from '../../../tests/support/identity.ts'

let api: TestApi
let clerk: Actor
beforeAll(async () => {
  api = await openIdentityApi()
  clerk = await api.makeUser({ role: 'staff' })
})
afterAll(() => api.close())
const name = () => `n${Math.random().toString(36).slice(2, 12)}`

describe('usernames', () => {
  it('redirects the old username for 90 days, refuses it to others until then, and frees it afterwards', async () => {
    const [me, other] = [await api.makeUser(), await api.makeUser()]
    const [old, next] = [me.username, name()]
    expect((await api.call(me, account.changeUsername, { username: `@${next.toUpperCase()}` })).data.username).toBe(
      next,
    )
    expect((await api.call(other, users.get, { username: old })).data.username).toBe(next)
    expect((await api.call(other, account.changeUsername, { username: old })).refusal.error).toBe('username_taken')
    expect((await api.call(other, account.checkUsername, { username: old })).data).toEqual({
      available: false,
      reason: 'username_taken',
    })
    api.turnClock(91 * 86_400_000)
    expect((await api.call(other, users.get, { username: old })).status).toBe(404)
    expect((await api.call(other, account.changeUsername, { username: old })).status).toBe(200)
    api.turnClock(-91 * 86_400_000)
  })

  it('gives a user their own old username back at once', async () => {
    const me = await api.makeUser()
    const [old, next] = [me.username, name()]
    expect((await api.call(me, account.changeUsername, { username: next })).status).toBe(200)
    expect((await api.call(me, account.changeUsername, { username: old })).status).toBe(200)
    expect((await api.call(null, users.get, { username: next })).data.username).toBe(old)
  })

  it('says of a username whether it is free, also of one’s own', async () => {
    const [me, other] = [await api.makeUser(), await api.makeUser()]
    const verdict = async (username: string) => (await api.call(me, account.checkUsername, { username })).data.available
    expect(await verdict(name())).toBe(true)
    expect(await verdict(me.username)).toBe(true)
    expect(await verdict(other.username)).toBe(false)
  })

  it('lets a username look like a fan’s', async () => {
    const base = name()
    await api.makeUser({ username: `${base}il` })
    const me = await api.makeUser()
    expect((await api.call(me, account.changeUsername, { username: `${base}1l` })).status).toBe(200)
  })

  it('refuses a reserved or malformed username and one that looks like a creator’s', async () => {
    const base = name()
    await api.makeUser({ username: `${base}il`, isCreator: true, priceCents: 0 })
    const me = await api.makeUser()
    expect((await api.call(me, account.changeUsername, { username: `${base}1l_` })).refusal.error).toBe(
      'username_taken',
    )
    for (const username of ['settings', 'adm1n', 'a..b', 'ab', '123']) {
      expect((await api.call(me, account.changeUsername, { username })).refusal.error).toBe('invalid_username')
    }
  })

  it('gives a username to one of two users who ask at once', async () => {
    const [one, two, wanted] = [await api.makeUser(), await api.makeUser(), name()]
    const answers = await Promise.all(
      [one, two].map((it) => api.call(it, account.changeUsername, { username: wanted })),
    )
    expect(answers.map((it) => it.status).sort()).toEqual([200, 409])
  })

  it('keeps the date of birth that was given at onboarding', async () => {
    const me = await api.makeUser({ birthdate: null })
    expect((await api.call(me, profile.update, { birthdate: '1991-02-03' })).status).toBe(200)
    expect((await api.call(me, profile.update, { birthdate: '1991-02-03' })).status).toBe(200)
    expect((await api.call(me, profile.update, { birthdate: '1981-02-03' })).refusal.error).toBe('already_done')
  })
})

describe('address', () => {
  it('changes the address once both addresses have confirmed, in any browser', async () => {
    const [from, to] = [`${name()}@example.test`, `${name()}@example.test`]
    const me = await api.makeUser({ email: from })
    await api.call(me, account.changeEmail, { email: to })
    const token = async (of: string) => (await mailedLink(api, of, 'change=')).split('change=')[1] ?? ''
    const [old, fresh] = [await token(from), await token(to)]
    expect((await api.call(null, account.confirmEmail, { token: fresh })).data).toEqual({
      changed: false,
      waiting_for: 'old',
    })
    expect((await api.call(null, account.confirmEmail, { token: old })).data).toEqual({
      changed: true,
      waiting_for: null,
    })
    expect((await api.call(me, account.email, {})).data).toMatchObject({ email: to, pending: null })
    expect((await api.call(null, account.confirmEmail, { token: old })).refusal.error).toBe('invalid_token')
  })

  it('answers a taken address like a free one, and never changes to it', async () => {
    const theirs = `${name()}@example.test`
    await api.makeUser({ email: theirs })
    const me = await api.makeUser()
    expect((await api.call(me, account.changeEmail, { email: theirs })).data.pending?.email).toBe(theirs)
    await expect(mailedLink(api, theirs, 'change=')).rejects.toThrow()
  })
})

describe('sessions', () => {
  it('lists sessions with their devices, and ends one or all others', async () => {
    const me = await api.makeUser()
    for (let more = 0; more < 3; more++) await signInDirectly(api.db, me.id, api.ctx.env.SECRET)
    const { data } = (await api.call(me, account.sessions, {})).data
    expect(data).toHaveLength(4)
    const other = data.find((it) => !it.current)?.id ?? ''
    expect((await api.call(await api.makeUser(), account.endSession, { id: other })).status).toBe(404)
    expect((await api.call(me, account.endSession, { id: other })).status).toBe(200)
    expect((await api.call(me, account.endSessions, {})).data.ended).toBe(2)
    expect((await api.call(me, account.sessions, {})).data.data.map((it) => it.current)).toEqual([true])
    await api.call(me, account.endSessions, { this_too: true })
    expect((await api.call(me, account.sessions, {})).status).toBe(401)
  })
})

describe('verification and back office', () => {
  it('takes a form and two images to staff, who approve or reject with a reason', async () => {
    const me = await api.makeUser()
    const form = { legal_name: 'Lea Martin', birthdate: '1990-01-01', country: 'fr' }
    expect((await api.call(me, verification.get, {})).data.status).toBe('none')
    expect((await api.call(me, verification.init, { ...form, birthdate: '2015-01-01' })).refusal.error).toBe('underage')
    expect((await api.call(me, verification.init, form)).data).toMatchObject({ status: 'started', country: 'FR' })
    expect((await api.call(me, verification.submit, {})).refusal.fields).toEqual({ document: ['missing'] })
    expect((await put(me, 'document', new TextEncoder().encode('<svg onload=alert(1)>'))).status).toBe(415)
    const picture = new Uint8Array(
      await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
        .withExif({ IFD0: { Copyright: 'somewhere' } })
        .jpeg()
        .toBuffer(),
    )
    for (const kind of ['document', 'selfie']) expect((await put(me, kind, picture)).status).toBe(200)
    expect((await api.call(me, verification.submit, {})).data.status).toBe('pending')
    expect((await put(me, 'document', picture)).status).toBe(409)

    const waiting = (await api.call(clerk, staff.verifications, {})).data.data.find((it) => it.user.id === me.id)
    const seen = await api.app.request(`http://localhost${waiting?.document}`, { headers: { cookie: clerk.cookie } })
    expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(
      (await api.app.request(`http://localhost${waiting?.document}`, { headers: { cookie: me.cookie } })).status,
    ).toBe(403)

    await api.call(clerk, staff.reject, { id: me.id, reason: 'The picture is not sharp.' })
    expect((await api.call(me, verification.get, {})).data).toMatchObject({
      status: 'rejected',
      reason: 'The picture is not sharp.',
    })
    await api.call(me, verification.init, form)
    await api.call(me, verification.submit, {})
    expect((await api.call(clerk, staff.approve, { id: me.id })).data.status).toBe('approved')
    expect((await api.call(clerk, staff.approve, { id: me.id })).refusal.error).toBe('already_done')
    expect((await api.call(me, profile.get, {})).data.is_creator).toBe(true)
    expect((await api.call(clerk, staff.auditLog, {})).data.data.map((it) => it.action)).toContain(
      'verification.approved',
    )
  })

  it('gives a report a ticket and a deadline, and decides it once', async () => {
    const sent = (
      await api.call(null, reports.send, { kind: 'minor_safety', object: 'a profile', text: 'please look' })
    ).data
    expect(new Date(sent.due_at).getTime() - Date.now()).toBeLessThan(12.1 * 3_600_000)
    expect((await api.call(null, reports.get, { ticket: sent.ticket.toLowerCase() })).data.status).toBe('received')
    expect((await api.call(null, reports.get, { ticket: 'FR-NONE' })).status).toBe(404)
    const id = (await api.call(clerk, staff.reports, {})).data.data.find((it) => it.ticket === sent.ticket)?.id ?? ''
    expect((await api.call(clerk, staff.takeReport, { id })).data.status).toBe('in_review')
    const decide = () =>
      api.call(clerk, staff.decideReport, { id, decision: 'upheld', remove: true, answer: 'Removed, thank you.' })
    expect((await decide()).data.status).toBe('upheld')
    expect((await decide()).refusal.error).toBe('already_done')
    expect((await api.call(null, reports.get, { ticket: sent.ticket })).data).toMatchObject({
      status: 'upheld',
      answer: 'Removed, thank you.',
    })
  })

  it('hides and signs out a suspended user at once, and shows them again after the suspension', async () => {
    const me = await api.makeUser()
    await api.call(clerk, staff.suspend, { id: me.id, reason: 'Posing as another user' })
    expect((await api.call(me, profile.get, {})).status).toBe(401)
    expect((await api.call(null, users.get, { username: me.username })).status).toBe(404)
    expect((await api.call(clerk, staff.users, { q: me.username })).data.data[0]?.suspended_reason).toBe(
      'Posing as another user',
    )
    await api.call(clerk, staff.unsuspend, { id: me.id })
    expect((await api.call(null, users.get, { username: me.username })).status).toBe(200)
    expect((await api.call(clerk, staff.suspend, { id: clerk.id, reason: 'myself' })).refusal.error).toBe('own_thing')
  })
})

const put = (actor: Actor, kind: string, bytes: Uint8Array<ArrayBuffer>) =>
  api.app.request(`http://localhost/api/creator/verification/images/${kind}`, {
    method: 'PUT',
    body: bytes,
    headers: { cookie: actor.cookie, 'content-type': 'image/jpeg' },
  })
