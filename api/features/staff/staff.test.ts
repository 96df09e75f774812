import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { media } from '../../../contract/media.ts'
import { notifications } from '../../../contract/notifications.ts'
import { posts } from '../../../contract/posts.ts'
import { reports } from '../../../contract/reports.ts'
import { staff as staffRoom } from '../../../contract/staff.ts'
import { users } from '../../../contract/users.ts'
import { verification } from '../../../contract/verification.ts'
import type { Actor, TestApi } from '../../../tests/support/api.ts'
import { openIdentityApi } from '../../../tests/support/identity.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { orNull, statement, text, uuid } from '../../platform/db/statement.ts'

let api: TestApi
let staff: Actor
beforeAll(async () => {
  api = await openIdentityApi()
  staff = await api.makeUser({ role: 'staff' })
})
afterAll(() => api.close())

const acts = async () => (await api.call(staff, staffRoom.auditLog, {})).data.data

describe('content removed after a report', () => {
  type Kind = 'post' | 'comment' | 'message' | 'media'
  async function report(actor: Actor | null, kind: Kind, id: string): Promise<string> {
    const sent = { kind: 'illegal_content' as const, object: { kind, id }, text: 'Look at this' }
    const { ticket } = (await api.call(actor, reports.send, sent)).data
    const { data } = (await api.call(staff, staffRoom.reports, { limit: 100 })).data
    return data.find((it) => it.ticket === ticket)?.id ?? ''
  }
  const uphold = async (id: string) =>
    (await api.call(staff, staffRoom.decideReport, { id, decision: 'upheld', remove: true, answer: 'It is gone.' }))
      .data

  it('disappears as if its owner had removed it: counts, lists and open pages follow', async () => {
    const creator = await makeCreator(api)
    const fan = await api.makeUser()
    await api.call(fan, users.follow, { id: creator.id })
    const written = async (text: string) =>
      (await api.call(creator, posts.create, { text, visibility: 'public' })).data.id
    const [remaining, removed] = [await written('stays'), await written('goes')]
    const comment = (await api.call(fan, posts.addComment, { id: remaining, text: 'not nice' })).data
    const message = (await api.call(fan, chat.send, { receiver_id: creator.id, content: 'not nice either' })).data
    for (const [kind, id] of [
      ['post', removed],
      ['comment', comment.id],
      ['message', message.id],
    ] as const) {
      await uphold(await report(null, kind, id))
      expect((await acts())[0]?.action, kind).toBe('report.upheld.removed')
    }
    expect((await api.call(fan, users.get, { username: creator.username })).data.counts.posts).toBe(1)
    expect((await api.call(fan, posts.get, { id: remaining })).data.comments).toBe(0)
    const [session] = (await api.call(creator, chat.conversations, { mode: 'creator' })).data.data
    expect(session).toMatchObject({ other_user_id: fan.id, last_message: null, unread_count: 0 })
    const events = await api.db.run(readersOfDeletion, { message: message.id })
    expect(events.map((it) => it.user_id)).toEqual([creator.id, fan.id].sort())
  })

  it('removes a media from the profile and from its buyers', async () => {
    const creator = await makeCreator(api)
    const fan = await api.makeUser()
    await giveCoins(api, fan, 10)
    const { mediaId } = await makePaidPost(api, creator, 5)
    await api.call(fan, media.unlock, { id: mediaId, expected_price: 5 })
    await api.db.run(setPictures, { user: creator.id, media: mediaId })
    const owned = async () => (await api.call(fan, media.unlocked, {})).data.data[0]?.media
    expect((await owned())?.url).not.toBeNull()
    await uphold(await report(fan, 'media', mediaId))
    expect((await owned())?.url).toBeNull()
    expect((await api.call(fan, media.get, { id: mediaId })).data.url).toBeNull()
    expect((await api.call(fan, users.get, { username: creator.username })).data).toMatchObject({
      avatar: null,
      cover: null,
    })
  })

  it('links to the page of the content while there is one', async () => {
    const [creator, fan] = [await makeCreator(api), await api.makeUser()]
    await api.call(fan, users.follow, { id: creator.id })
    const { id } = (await api.call(creator, posts.create, { text: 'look', visibility: 'public' })).data
    const comment = (await api.call(fan, posts.addComment, { id, text: 'not nice' })).data
    const message = (await api.call(fan, chat.send, { receiver_id: creator.id, content: 'nor this' })).data
    const reportIds = [await report(null, 'post', id), await report(null, 'comment', comment.id)]
    const unseen = await report(null, 'message', message.id)
    const pageOf = async (of: string) =>
      (await api.call(staff, staffRoom.reports, { limit: 100 })).data.data.find((it) => it.id === of)?.post_id
    for (const reportId of reportIds) expect(await pageOf(reportId)).toBe(id)
    expect(await pageOf(unseen)).toBeNull()
    await api.call(creator, posts.remove, { id })
    for (const reportId of reportIds) expect(await pageOf(reportId)).toBeNull()
  })

  it('logs a removal only where there was something to remove', async () => {
    const creator = await makeCreator(api)
    const { id } = (await api.call(creator, posts.create, { text: 'soon gone', visibility: 'public' })).data
    const report1 = await report(null, 'post', id)
    const dismissed = { id: report1, decision: 'rejected' as const, remove: true, answer: 'It may stay.' }
    await api.call(staff, staffRoom.decideReport, dismissed)
    expect((await acts())[0]).toMatchObject({ action: 'report.rejected', object_id: report1 })
    expect((await api.call(null, posts.get, { id })).status).toBe(200)
    const report2 = await report(null, 'post', id)
    await api.call(creator, posts.remove, { id })
    expect((await uphold(report2)).status).toBe('upheld')
    expect((await acts())[0]).toMatchObject({ action: 'report.upheld', object_id: report2 })
  })

  it('answers the reporter with the page of their ticket', async () => {
    const [creator, reporter] = [await makeCreator(api), await api.makeUser()]
    const { id } = (await api.call(creator, posts.create, { text: 'doubtful', visibility: 'public' })).data
    await uphold(await report(reporter, 'post', id))
    const { data } = (await api.call(reporter, notifications.list, {})).data
    expect(data).toMatchObject([{ type: 'report_answered', text: 'Your report has been answered' }])
    expect(data[0]?.object.url).toMatch(/^\/settings\/report\?ticket=FR-/)
    expect((await api.call(creator, notifications.list, {})).data.data.map((it) => it.type)).not.toContain(
      'report_answered',
    )
  })

  it('refuses a decision by the reporter or by the user it is about', async () => {
    const clerk = await api.makeUser({ role: 'staff', isCreator: true, priceCents: 0 })
    const { id } = (await api.call(clerk, posts.create, { text: 'mine', visibility: 'public' })).data
    for (const reporter of [null, clerk]) {
      const input = { id: await report(reporter, 'post', id), decision: 'rejected' as const, answer: 'It may stay.' }
      expect((await api.call(clerk, staffRoom.decideReport, input)).refusal.error).toBe('own_thing')
      expect((await api.call(staff, staffRoom.decideReport, input)).status).toBe(200)
    }
  })
})

describe('a verification', () => {
  let picture: Buffer
  beforeAll(async () => {
    picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
  })
  const claim = {
    legal_name: 'Ada Example',
    birthdate: '1990-01-01',
    country: 'FR',
    document_kind: 'passport' as const,
  }
  // The routes with binary bodies are outside the features, so this needs the whole app.
  const ask = (actor: Actor, to: string, init: RequestInit = {}) =>
    api.app.request(`http://localhost${to}`, {
      ...init,
      headers: { cookie: actor.cookie, 'content-type': 'image/png' },
    })
  const put = (actor: Actor, kind: string, body: RequestInit = { body: new Uint8Array(picture) }) =>
    ask(actor, `/api/creator/verification/images/${kind}`, { method: 'PUT', ...body })
  async function begin() {
    const person = await api.makeUser()
    expect((await api.call(person, verification.init, claim)).status).toBe(200)
    for (const kind of ['document', 'selfie']) expect((await put(person, kind)).status).toBe(200)
    return person
  }
  const looksAt = async (id: string) =>
    (await acts()).filter((it) => it.action === 'verification.look' && it.object_id === id)
  const look = (actor: Actor, id: string, kind: string) => ask(actor, `/api/staff/verifications/${id}/images/${kind}`)

  it('stays as it was submitted, also when an image was still being uploaded', async () => {
    const person = await begin()
    let finish: () => void = () => undefined
    let isReading: () => void = () => undefined
    const reading = new Promise<void>((resolve) => (isReading = resolve))
    const slow = new ReadableStream<Uint8Array>({
      start(out) {
        out.enqueue(new Uint8Array(picture.subarray(0, 10)))
        finish = () => {
          out.enqueue(new Uint8Array(picture.subarray(10)))
          out.close()
        }
      },
      // The first part has arrived, so the upload is under way.
      pull: () => isReading(),
    })
    const late = put(person, 'document', { body: slow, duplex: 'half' } as RequestInit)
    const seen = () => api.db.run(readDocument, { user: person.id })
    const before = await seen()
    await reading
    expect((await api.call(person, verification.submit, {})).status).toBe(200)
    finish()
    expect((await late).status).toBe(409)
    expect(await seen()).toEqual(before)
    expect((await look(staff, person.id, 'document')).status).toBe(200)
  })
  it('logs each look at the images, once per staff member and submission', async () => {
    const person = await begin()
    await api.call(person, verification.submit, {})
    await Promise.all(['document', 'selfie', 'document'].map((kind) => look(staff, person.id, kind)))
    expect(await looksAt(person.id)).toMatchObject([{ staff: { id: staff.id } }])
    const other = await api.makeUser({ role: 'staff' })
    await look(other, person.id, 'selfie')
    expect(await looksAt(person.id)).toHaveLength(2)
    await api.call(staff, staffRoom.reject, { id: person.id, reason: 'blurred' })
    await api.call(person, verification.init, claim)
    for (const kind of ['document', 'selfie']) await put(person, kind)
    await api.call(person, verification.submit, {})
    await look(staff, person.id, 'document')
    expect(await looksAt(person.id)).toHaveLength(3)
    expect((await look(person, person.id, 'document')).status).toBe(403)
  })

  it('refuses staff members to confirm themselves', async () => {
    const clerk = await begin()
    await api.call(clerk, verification.submit, {})
    await api.db.run(makeStaff, { user: clerk.id })
    expect((await api.call(clerk, staffRoom.approve, { id: clerk.id })).refusal.error).toBe('own_thing')
    expect((await api.call(clerk, staffRoom.reject, { id: clerk.id, reason: 'not me' })).refusal.error).toBe(
      'own_thing',
    )
    expect((await api.call(staff, staffRoom.approve, { id: clerk.id })).data.status).toBe('approved')
  })
})

const readersOfDeletion = statement(
  'test_readers_of_deletion',
  { message: text },
  { user_id: uuid },
  ({ message }) => `
    select user_id from live_events where type = 'message_deleted' and payload->>'message_id' = ${message} order by 1`,
)
const setPictures = statement(
  'test_set_pictures',
  { user: uuid, media: uuid },
  {},
  ({ user, media }) => `update users set avatar_media_id = ${media}, cover_media_id = ${media} where id = ${user}`,
)
const readDocument = statement(
  'test_read_document',
  { user: uuid },
  { id: orNull(uuid) },
  ({ user }) => `select document_image_id as id from creator_verifications where user_id = ${user}`,
)
const makeStaff = statement(
  'test_make_staff',
  { user: uuid },
  {},
  ({ user }) => `update users set role = 'staff' where id = ${user}`,
)
