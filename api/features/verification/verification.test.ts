import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { profile } from '../../../contract/profile.ts'
import { staff } from '../../../contract/staff.ts'
import { verification, verificationImages } from '../../../contract/verification.ts'
import type { Actor, TestApi } from '../../../tests/support/api.ts'
import { openIdentityApi } from '../../../tests/support/identity.ts'
import { dropImages } from './drop-images.ts'

let api: TestApi
let clerk: Actor
let picture: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  api = await openIdentityApi()
  clerk = await api.makeUser({ role: 'staff' })
  const canvas = sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
  picture = new Uint8Array(await canvas.png().toBuffer())
})
afterAll(() => api.close())

const claim = { legal_name: 'Ada Example', birthdate: '1990-01-01', country: 'FR' }
const init = (who: Actor, facts: Partial<typeof claim> = {}) => api.call(who, verification.init, { ...claim, ...facts })
const stateOf = async (who: Actor) => (await api.call(who, verification.get, {})).data
const ask = (who: Actor, path: string, request: RequestInit = {}) =>
  api.app.request(`http://localhost${path}`, {
    ...request,
    headers: { cookie: who.cookie, 'content-type': 'image/png' },
  })
const put = (who: Actor, kind: string) =>
  ask(who, `/api/creator/verification/images/${kind}`, { method: 'PUT', body: picture })
const look = (id: string, kind = 'document') => ask(clerk, `/api/staff/verifications/${id}/images/${kind}`)
async function submitted(): Promise<Actor> {
  const person = await api.makeUser()
  await init(person)
  for (const kind of verificationImages) expect((await put(person, kind)).status).toBe(200)
  expect((await api.call(person, verification.submit, {})).data.status).toBe('pending')
  return person
}

describe('a claim', () => {
  it.each([
    ['that is no day', '2001-02-30', 'invalid_input'],
    ['before 1900', '1899-12-31', 'invalid_input'],
    ['of a minor', new Date(Date.now() - 17 * 365.25 * 86_400_000).toISOString().slice(0, 10), 'underage'],
  ])('is refused with a birthdate %s', async (_, birthdate, error) => {
    const me = await api.makeUser()
    expect((await init(me, { birthdate })).refusal.error).toBe(error)
    expect((await stateOf(me)).status).toBe('none')
  })

  it('is refused with another birthdate than the one that was refused at onboarding', async () => {
    const me = await api.makeUser({ birthdate: '2001-02-03', refusedBirthdate: '2001-02-03' })
    expect((await init(me)).refusal.error).toBe('underage')
    expect((await init(me, { birthdate: '2001-02-03' })).data.birthdate).toBe('2001-02-03')
  })

  it('is refused to a creator, who is approved already', async () => {
    const [fan, creator] = [await api.makeUser(), await api.makeUser({ isCreator: true, priceCents: 0 })]
    expect((await init(creator)).refusal.error).toBe('already_done')
    expect([(await stateOf(creator)).status, (await stateOf(fan)).status]).toEqual(['approved', 'none'])
    expect((await init(fan)).data.status).toBe('started')
  })

  it('stays as it is while staff look at it', async () => {
    const me = await submitted()
    expect((await init(me, { legal_name: 'Another Name' })).refusal.error).toBe('already_done')
    expect(await stateOf(me)).toMatchObject({ status: 'pending', legal_name: 'Ada Example' })
    expect((await put(me, 'selfie')).status).toBe(409)
  })
})

describe('beside the claim of another user', () => {
  let me: Actor
  let other: Actor
  beforeEach(async () => {
    other = await submitted()
    me = await api.makeUser()
  })

  it('is read, edited and submitted alone', async () => {
    expect((await stateOf(me)).status).toBe('none')
    expect((await api.call(me, verification.submit, {})).refusal.fields).toEqual({ legal_name: ['missing'] })
    await init(me, { legal_name: 'Me Myself' })
    expect((await api.call(me, verification.submit, {})).refusal.fields).toEqual({ document: ['missing'] })
    await put(me, 'document')
    expect((await api.call(me, verification.submit, {})).refusal.fields).toEqual({ selfie: ['missing'] })
    expect(await stateOf(me)).toMatchObject({ status: 'started', legal_name: 'Me Myself', has_selfie: false })
    expect(await stateOf(other)).toMatchObject({ status: 'pending', legal_name: 'Ada Example' })
  })

  it('is decided alone', async () => {
    const third = await submitted()
    expect((await api.call(clerk, staff.approve, { id: me.id })).refusal.error).toBe('not_found')
    await init(me)
    expect((await api.call(clerk, staff.approve, { id: me.id })).refusal.error).toBe('already_done')
    expect((await api.call(clerk, staff.approve, { id: third.id })).data).toMatchObject({
      user: { id: third.id },
      status: 'approved',
    })
    expect([(await stateOf(other)).status, (await stateOf(me)).status]).toEqual(['pending', 'started'])
    const isCreator = async (who: Actor) => (await api.call(who, profile.get, {})).data.is_creator
    expect([await isCreator(third), await isCreator(other), await isCreator(me)]).toEqual([true, false, false])
    const { data } = (await api.call(clerk, staff.verifications, {})).data
    expect(data.map((it) => it.status)).toEqual(data.map(() => 'pending'))
  })

  it('has images of its own, which staff see and nothing else drops', async () => {
    expect((await put(me, 'document')).status).toBe(404)
    await init(me)
    expect((await put(me, 'passport')).status).toBe(404)
    expect([(await look(me.id)).status, (await look(other.id)).status]).toEqual([404, 200])
    for (const [id, kind] of [
      [other.id, 'passport'],
      ['x', 'document'],
    ] as const)
      expect((await look(id, kind)).status).toBe(404)
    await put(me, 'document')
    await dropImages(api.ctx, me.id)
    expect([(await look(me.id)).status, (await look(other.id)).status]).toEqual([404, 200])
  })

  it('is logged when staff look at it, each user and each submission once', async () => {
    const looks = async () =>
      (await api.call(clerk, staff.auditLog, { limit: 100 })).data.data
        .filter((it) => it.action === 'verification.look' && [me.id, other.id].includes(it.object_id ?? ''))
        .map((it) => it.object_id)
    await look(other.id)
    await init(me)
    expect((await look(me.id)).status).toBe(404)
    for (const kind of verificationImages) await put(me, kind)
    await api.call(me, verification.submit, {})
    for (const kind of verificationImages) await look(me.id, kind)
    expect(await looks()).toEqual([me.id, other.id])
  })

  it('is logged again when it was rejected and submitted again', async () => {
    const looks = async () =>
      (await api.call(clerk, staff.auditLog, { limit: 100 })).data.data.filter(
        (it) => it.action === 'verification.look' && it.object_id === other.id,
      ).length
    await look(other.id)
    await look(other.id, 'selfie')
    expect(await looks()).toBe(1)
    expect((await api.call(clerk, staff.reject, { id: other.id, reason: 'Not sharp.' })).status).toBe(200)
    await init(other)
    expect((await api.call(other, verification.submit, {})).data.status).toBe('pending')
    await look(other.id)
    await look(other.id, 'selfie')
    expect(await looks()).toBe(2)
  })
})
