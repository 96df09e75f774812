import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { automation } from '../../../contract/automation.ts'
import { chat } from '../../../contract/chat.ts'
import { editMs, editsPerMessage, messageLength } from '../../../contract/limits.ts'
import { media } from '../../../contract/media.ts'
import { reports } from '../../../contract/reports.ts'
import { requests } from '../../../contract/requests.ts'
import { staff as staffCalls } from '../../../contract/staff.ts'
import { users } from '../../../contract/users.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { sendBroadcast } from '../../../tests/support/broadcasts.ts'
import { untilLockAwaited } from '../../../tests/support/locks.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { block, follow, makePicture } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { listen } from '../../../tests/support/sockets.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { agencyAuditEntries } from '../../platform/db/schema/agencies.ts'
import { messages } from '../../platform/db/schema/chat.ts'
import { enqueueAutomations } from '../automation/run.ts'

const api = testApi({ money: true })
const send = async (from: Actor, to: Actor, content = 'teh words', more = {}) =>
  (await api.call(from, chat.send, { receiver_id: to.id, content, ...more })).data
const edit = (who: Actor, id: string, content: string) => api.call(who, chat.edit, { id, content })
const newest = async (who: Actor, other: Actor) =>
  (await api.call(who, chat.messages, { userId: other.id })).data.data[0]
const listed = async (who: Actor) => (await api.call(who, chat.conversations, {})).data.data[0]?.last_message
const two = async () => [await api.makeUser(), await api.makeUser()] as const

describe('an edit', () => {
  it('shows the new words and that they are new to both sides, in the list and in quotes', async () => {
    const [bob, frank] = await two()
    const sent = await send(bob, frank)
    expect(sent).toMatchObject({ edited_at: null, edit_until: plus(sent.created_at, editMs) })
    expect(await newest(frank, bob)).toMatchObject({ edit_until: null })
    const { status, data } = await edit(bob, sent.id, '  the words ')
    expect([status, data.content, data.edited_at]).toEqual([200, 'the words', expect.any(String)])
    for (const [who, other] of [
      [bob, frank],
      [frank, bob],
    ] as const) {
      expect(await newest(who, other)).toMatchObject({ content: 'the words', edited_at: data.edited_at })
      expect(await listed(who)).toBe('the words')
    }
    await send(frank, bob, 'yes', { reply_to: sent.id })
    await edit(bob, sent.id, 'my words')
    expect((await newest(frank, bob))?.reply_to?.content).toBe('my words')
    expect(await listed(frank)).toBe('yes')
  })

  it('finds no message that is being deleted at the same moment', async () => {
    const [bob, frank] = await two()
    const { id } = await send(bob, frank)
    let edited: ReturnType<typeof edit> | undefined
    await api.db.transact(async (tx) => {
      await tx.update(messages).set({ deletedAt: new Date(), content: '' }).where(eq(messages.id, id))
      edited = edit(bob, id, 'too late')
      await untilLockAwaited(api)
    })
    expect((await edited)?.status).toBe(404)
  })

  it('is possible for a quarter of an hour by the clock of the server', async () => {
    const [bob, frank] = await two()
    for (const [afterMs, status] of [
      [editMs - 5_000, 200],
      [editMs + 1, 409],
    ] as const) {
      const { id } = await send(bob, frank)
      api.turnClock(afterMs)
      const answer = await edit(bob, id, 'late')
      expect(answer.status).toBe(status)
      if (status === 409) expect(answer.refusal.error).toBe('not_editable')
      api.turnClock(-afterMs)
      expect((await newest(bob, frank))?.content).toBe(status === 200 ? 'late' : 'teh words')
    }
  })

  it('is possible ten times, and one that is repeated changes nothing and is not refused', async () => {
    const [bob, frank] = await two()
    const { id } = await send(bob, frank)
    for (let n = 1; n <= editsPerMessage; n++) {
      expect((await edit(bob, id, `version ${n}`)).status).toBe(200)
      expect((await edit(bob, id, `version ${n}`)).data.edited_at).toEqual(expect.any(String))
      if (n < editsPerMessage) expect((await newest(bob, frank))?.edit_until).not.toBeNull()
    }
    expect((await newest(bob, frank))?.edit_until).toBeNull()
    expect((await edit(bob, id, 'once more')).refusal.error).toBe('not_editable')
  })

  it('is published to both sides at once', async () => {
    const [bob, frank] = await two()
    const live = await listen(api)
    const sockets = [await live.connect(bob), await live.connect(frank)]
    const { id } = await send(bob, frank)
    await edit(bob, id, 'the words')
    for (const socket of sockets) {
      const { message } = await socket.next('message_updated')
      expect(message).toMatchObject({ id, content: 'the words', edited_at: expect.any(String) })
      socket.close()
    }
    await live.close()
  })

  it('names the fan where a creator writes for the name, as sending does', async () => {
    const [creator, fan] = [await makeCreator(api), await api.makeUser({ displayName: 'Fiona' })]
    const { id } = await send(creator, fan)
    expect((await edit(creator, id, 'Hello {name}')).data.content).toBe('Hello Fiona')
    await follow(api, fan, creator)
    const answer = await send(fan, creator)
    expect((await edit(fan, answer.id, 'Hello {name}')).data.content).toBe('Hello {name}')
  })

  it('changes the words beside media, and neither the media nor the price', async () => {
    const [creator, fan] = [await makeCreator(api), await api.makeUser()]
    const picture = await makePicture(api, creator)
    const { id } = await send(creator, fan, 'For yuo', { media_ids: [picture], price: 5 })
    await edit(creator, id, 'For you')
    const shown = { content: 'For you', price: 5, locked: true, media: [{ id: picture, url: null }] }
    expect(await newest(fan, creator)).toMatchObject(shown)
  })
})

describe('an edit is refused', () => {
  it('without words, with too many, and with what is no text', async () => {
    const [bob, frank] = await two()
    const { id } = await send(bob, frank)
    for (const content of ['', '  \n', 'x'.repeat(messageLength + 1), 'a\u0000b'])
      expect((await edit(bob, id, content)).refusal).toMatchObject({
        error: 'invalid_input',
        fields: { content: expect.anything() },
      })
    expect(await newest(bob, frank)).toMatchObject({ content: 'teh words', edited_at: null })
  })

  it('to the other side, to a stranger, and of what was deleted', async () => {
    const [bob, frank] = await two()
    const { id } = await send(bob, frank)
    expect((await edit(frank, id, 'mine')).refusal.error).toBe('forbidden')
    expect((await edit(await api.makeUser(), id, 'mine')).status).toBe(404)
    await edit(bob, id, 'words')
    await api.call(bob, chat.remove, { id })
    expect((await edit(bob, id, 'back')).status).toBe(404)
    expect(await newest(bob, frank)).toMatchObject({ deleted: true, content: '', edited_at: null, edit_until: null })
    const [row] = await api.db.select().from(messages).where(eq(messages.id, id))
    expect([row?.content, row?.earlier]).toEqual(['', null])
  })

  it('during a block, and to a fan who may no longer write', async () => {
    const [creator, fan] = [await makeCreator(api), await api.makeUser()]
    await follow(api, fan, creator)
    const { id } = await send(fan, creator)
    await api.call(fan, users.unfollow, { id: creator.id })
    expect((await edit(fan, id, 'x')).refusal).toMatchObject({ error: 'chat_closed', needs: 'follow' })
    await follow(api, fan, creator)
    await block(api, creator, fan)
    expect((await edit(fan, id, 'x')).refusal).toMatchObject({ error: 'chat_closed', reason: 'blocked' })
  })

  it('of a tip, a broadcast, a paid request, an automatic message and an offer that was bought', async () => {
    const [creator, fan] = [await makeCreator(api, 0), await api.makeUser()]
    await giveCoins(api, fan, 100)
    const { id: written } = (await api.call(creator, automation.create, { trigger: 'follow', content: 'Welcome' })).data
    await api.call(creator, automation.switch, { id: written, enabled: true })
    await follow(api, fan, creator)
    api.turnClock(60_000)
    await enqueueAutomations(api.ctx)
    await api.runJobs()
    const refusedOf = async (who: Actor, other: Actor, content: string) => {
      const shown = await newest(who, other)
      expect([shown?.content, shown?.edit_until]).toEqual([content, null])
      expect((await edit(who, shown?.id ?? '', 'other words')).refusal.error).toBe('not_editable')
    }
    await refusedOf(creator, fan, 'Welcome')
    await sendBroadcast(api, creator, { audience: 'followers', content: 'To all' })
    await refusedOf(creator, fan, 'To all')
    await api.call(fan, chat.tip, { id: creator.id, amount: 5, message: 'For you' })
    await refusedOf(fan, creator, 'For you')
    await api.call(creator, requests.setSettings, { min_price: 5 })
    const ask = { id: creator.id, text: 'A song', price: 20 }
    const { request } = (await api.call(fan, requests.create, ask)).data
    await refusedOf(fan, creator, 'A song')
    const picture = await makePicture(api, creator)
    await api.call(creator, requests.accept, { id: request.id })
    await api.call(creator, requests.deliver, { id: request.id, media_ids: [picture], content: 'Here' })
    await refusedOf(creator, fan, 'Here')
    const sold = await makePicture(api, creator)
    await send(creator, fan, 'An offer', { media_ids: [sold], price: 5 })
    expect((await newest(creator, fan))?.edit_until).not.toBeNull()
    await api.call(fan, media.unlock, { id: sold, expected_price: 5 })
    await refusedOf(creator, fan, 'An offer')
    api.turnClock(-60_000)
  })
})

it('leaves a report the words that were reported, and one made later all words that there were', async () => {
  const [bob, frank] = await two()
  const { id } = await send(bob, frank, 'an ugly word')
  const report = async () =>
    (await api.call(frank, reports.send, { kind: 'harassment', object: { kind: 'message', id } })).data.ticket
  const before = await report()
  await edit(bob, id, 'a worse word')
  await edit(bob, id, 'a flower')
  const after = await report()
  const { data } = (await api.call(await api.makeUser({ role: 'staff' }), staffCalls.reports, {})).data
  const evidence = (ticket: string) => data.find((it) => it.ticket === ticket)?.evidence
  expect(evidence(before)).toBe('an ugly word')
  expect(evidence(after)).toBe('an ugly word\n→\na worse word\n→\na flower')
})

describe('an operator', () => {
  it('edits what the team wrote, which stands in the log beside what was sent', async () => {
    const { creator, operator } = await makeAgency(api, rights('can_chat'))
    const fan = await api.makeUser()
    const acting = await actAs(api, operator, creator)
    const sent = await send(acting, fan, 'Helo')
    expect(sent.edit_until).not.toBeNull()
    expect((await edit(acting, sent.id, 'Hello')).data).toMatchObject({ content: 'Hello', author: 'team' })
    const entries = await api.db.select().from(agencyAuditEntries).where(eq(agencyAuditEntries.objectId, sent.id))
    expect(entries.map((it) => it.action).sort()).toEqual(['chat.edit', 'chat.send'])
    expect((await edit(creator, sent.id, 'Hello you')).status).toBe(200)
  })

  it('does not edit what the creator wrote in person', async () => {
    const { creator, operator } = await makeAgency(api, rights('can_chat'))
    const fan = await api.makeUser()
    const { id } = await send(creator, fan)
    const acting = await actAs(api, operator, creator)
    expect((await newest(acting, fan))?.edit_until).toBeNull()
    expect((await edit(acting, id, 'x')).refusal.error).toBe('not_editable')
  })
})

const plus = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString()
