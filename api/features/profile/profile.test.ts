import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { notifications } from '../../../contract/notifications.ts'
import { profile } from '../../../contract/profile.ts'
import { users } from '../../../contract/users.ts'
import { writtenAsHeader } from '../../../contract/written-as.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor, TestApi } from '../../../tests/support/api.ts'
import { openIdentityApi } from '../../../tests/support/identity.ts'
import { rights } from '../../../tests/support/rights.ts'
import { media } from '../../platform/db/schema/media.ts'

let api: TestApi
let me: Actor
let other: Actor
beforeAll(async () => {
  api = await openIdentityApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  other = await api.makeUser({ displayName: 'Other' })
  me = await api.makeUser({ displayName: 'Me' })
})

const read = async (who: Actor) => (await api.call(who, profile.get, {})).data
const update = (who: Actor, change: Parameters<typeof api.call<typeof profile.update>>[2]) =>
  api.call(who, profile.update, change)

it('is the user’s own to read and to change', async () => {
  expect((await update(me, { display_name: 'Myself' })).data).toMatchObject({ id: me.id, display_name: 'Myself' })
  expect(await read(me)).toMatchObject({ id: me.id, email: `${me.id}@example.test`, display_name: 'Myself' })
  expect(await read(other)).toMatchObject({ id: other.id, email: `${other.id}@example.test`, display_name: 'Other' })
})

it('counts what the user has not read, and no conversation that is hidden', async () => {
  const creator = await api.makeUser({ isCreator: true, priceCents: 999 })
  await api.call(me, users.follow, { id: creator.id })
  await api.call(me, chat.send, { receiver_id: creator.id, content: 'Hello' })
  const unread = async () => {
    const { unread_notifications, unread_messages, unread_chat } = await read(creator)
    return [unread_notifications, unread_messages, unread_chat]
  }
  expect(await unread()).toEqual([1, 1, { messages: 1, latest_username: me.username }])
  await api.call(creator, notifications.read, {})
  const [conversation] = (await api.call(creator, chat.conversations, { mode: 'creator' })).data.data
  await api.call(creator, chat.hide, { id: conversation?.id ?? '' })
  expect(await unread()).toEqual([0, 0, { messages: 0, latest_username: null }])
})

describe('a birthdate', () => {
  const yearsAgo = (years: number) => new Date(Date.now() - years * 365.25 * 86_400_000).toISOString().slice(0, 10)

  it.each([
    ['that is no day', '2001-02-30', { error: 'invalid_input', fields: { birthdate: ['not a day'] } }],
    ['before 1900', '1899-12-31', { error: 'invalid_input', fields: { birthdate: ['not possible'] } }],
    ['in the future', yearsAgo(-1), { error: 'invalid_input', fields: { birthdate: ['not possible'] } }],
    ['of a minor', yearsAgo(17), { error: 'underage' }],
  ])('%s is refused', async (_, birthdate, refusal) => {
    const visitor = await api.makeUser({ birthdate: null })
    expect((await update(visitor, { birthdate })).refusal).toMatchObject(refusal)
    expect((await read(visitor)).birthdate).toBeNull()
  })

  it('stays as it was given, whatever others have given', async () => {
    const visitor = await api.makeUser({ birthdate: null })
    expect((await update(visitor, { birthdate: '1991-02-03' })).status).toBe(200)
    expect((await update(visitor, { birthdate: '1981-02-03' })).refusal.error).toBe('already_done')
    expect((await read(me)).birthdate).toBe('1990-01-01')
  })
})

it('is closed to operators where no flag opens it', async () => {
  const { operator, creator } = await makeAgency(api, rights('can_profile'))
  const acting = await actAs(api, operator, creator)
  for (const change of [{ username: 'another' }, { birthdate: '1980-01-01' }, { locale: 'fr' as const }])
    expect((await update(acting, change)).refusal).toMatchObject({ error: 'permission_denied', flag: 'owner' })
  for (const field of ['avatar_media_id', 'cover_media_id']) {
    const refusal = { error: 'permission_denied', flag: 'can_medias' }
    expect((await update(acting, { [field]: me.id })).refusal).toMatchObject(refusal)
  }
  expect((await update(acting, { bio: 'Words' })).data.bio).toBe('Words')
})

describe('an uploaded picture', () => {
  let bytes: Uint8Array<ArrayBuffer>
  beforeAll(async () => {
    const canvas = sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    bytes = new Uint8Array(await canvas.png().toBuffer())
  })
  const put = (who: Actor, kind: string, headers: Record<string, string> = {}) =>
    api.app.request(`http://localhost/api/profile/picture/${kind}`, {
      method: 'PUT',
      body: bytes,
      headers: { cookie: who.cookie, 'content-type': 'image/png', ...headers },
    })
  const remaining = async (who: Actor) =>
    (await api.db.select().from(media).where(eq(media.ownerId, who.id))).filter((it) => it.deletedAt === null).length

  it('is the avatar or the cover of its user only', async () => {
    expect((await put(me, 'banner')).status).toBe(404)
    for (const kind of ['avatar', 'cover']) expect((await put(me, kind)).status).toBe(200)
    expect([(await read(me)).avatar, (await read(me)).cover]).toEqual([expect.any(String), expect.any(String)])
    expect([(await read(other)).avatar, (await read(other)).cover]).toEqual([null, null])
  })

  it('is refused where its page was opened for another account', async () => {
    const status = async (writer: Actor) => (await put(me, 'avatar', { [writtenAsHeader]: writer.id })).status
    expect([await status(other), await status(me)]).toEqual([409, 200])
  })

  it('replaces the user’s one before, and leaves pictures of others', async () => {
    for (const who of [other, me, me]) expect((await put(who, 'avatar')).status).toBe(200)
    expect([await remaining(me), await remaining(other)]).toEqual([1, 1])
    expect((await read(other)).avatar).toEqual(expect.any(String))
  })
})
