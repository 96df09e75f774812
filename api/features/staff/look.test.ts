import { beforeAll, describe, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { posts } from '../../../contract/posts.ts'
import { reports } from '../../../contract/reports.ts'
import { staff as contract } from '../../../contract/staff.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { follow, makePicture } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { mayFetch } from '../media/may-fetch.ts'

const api = testApi()
let staff: Actor
let alice: Actor
let fan: Actor
beforeAll(async () => {
  staff = await api.makeUser({ role: 'staff' })
  alice = await makeCreator(api)
  fan = await api.makeUser()
  await follow(api, fan, alice)
})

async function report(actor: Actor | null, kind: 'post' | 'message' | 'comment', id: string): Promise<string> {
  const sent = { kind: 'illegal_content' as const, object: { kind, id }, text: 'Look at this' }
  const { ticket } = (await api.call(actor, reports.send, sent)).data
  const { data } = (await api.call(staff, contract.reports, { limit: 100 })).data
  return data.find((it) => it.ticket === ticket)?.id ?? ''
}
const look = async (id: string) => (await api.call(staff, contract.lookAtReport, { id })).data
const sendPicture = async () => {
  const picture = await makePicture(api, alice)
  const sent = { receiver_id: fan.id, content: 'For you', media_ids: [picture], price: 5 }
  return { picture, message: (await api.call(alice, chat.send, sent)).data.id }
}

describe('staff who look at what was reported', () => {
  it('see a paid post open, for an hour, and only those whose look is in the log', async () => {
    const { postId, mediaId } = await makePaidPost(api, alice, 12.5)
    const id = await report(fan, 'post', postId)
    expect(await mayFetch(api.ctx, staff.id, mediaId)).toBeNull()
    const seen = await look(id)
    expect(seen.media).toMatchObject([{ id: mediaId, locked: false, download: null, url: expect.any(String) }])
    const [first, second] = (await api.call(staff, contract.auditLog, {})).data.data
    expect([first?.action, second?.action]).toEqual(['report.look', 'report.look'])
    expect(await mayFetch(api.ctx, staff.id, mediaId)).not.toBeNull()
    expect(await mayFetch(api.ctx, (await api.makeUser({ role: 'staff' })).id, mediaId)).toBeNull()
    expect(await mayFetch(api.ctx, fan.id, mediaId)).toBeNull()
    api.turnClock(61 * 60_000)
    expect(await mayFetch(api.ctx, staff.id, mediaId)).toBeNull()
    api.turnClock(-61 * 60_000)
  })

  it('see a message with its pictures where its receiver reported it, and nothing of any other', async () => {
    const [own, other] = [await sendPicture(), await sendPicture()]
    expect(await look(await report(fan, 'message', own.message))).toMatchObject({
      text: 'For you',
      media: [{ id: own.picture, locked: false }],
    })
    expect(await look(await report(null, 'message', other.message))).toEqual({ text: null, media: [] })
    expect(await mayFetch(api.ctx, staff.id, other.picture)).toBeNull()
  })

  it('see a comment as long as it is there', async () => {
    const post = (await api.call(alice, posts.create, { text: 'Words', visibility: 'public' })).data.id
    const comment = (await api.call(fan, posts.addComment, { id: post, text: 'A bad word' })).data.id
    const id = await report(alice, 'comment', comment)
    expect((await look(id)).text).toBe('A bad word')
    await api.call(fan, posts.removeComment, { id: comment })
    expect((await look(id)).text).toBeNull()
  })

  it('answers staff only, and an unknown report with 404', async () => {
    const id = await report(fan, 'post', (await makePaidPost(api, alice, 5)).postId)
    expect((await api.call(fan, contract.lookAtReport, { id })).status).toBe(403)
    expect((await api.call(staff, contract.lookAtReport, { id: fan.id })).status).toBe(404)
  })
})
