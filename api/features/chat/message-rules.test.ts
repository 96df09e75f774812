import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { makePicture } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { readViewer } from '../../identity/viewer.ts'
import { newId } from '../../platform/db/ids.ts'
import { broadcastHabits } from '../../platform/db/schema/broadcasts.ts'
import { messages } from '../../platform/db/schema/chat.ts'
import { notifications } from '../../platform/db/schema/notifications.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { markRead } from './messages.ts'
import { readMessages } from './views.ts'

const api = testApi()
const send = async (who: Actor, to: Actor, content = 'Hello', more = {}) =>
  (await api.call(who, chat.send, { receiver_id: to.id, content, ...more })).data.id
const history = async (who: Actor, other: Actor) => (await api.call(who, chat.messages, { userId: other.id })).data.data
const readUpTo = async (who: Actor, id: string) =>
  markRead(api.ctx, (await readViewer(api.ctx, who.cookie)).viewer as Viewer, id)
const unread = async (who: Actor) => (await api.call(who, chat.conversations, {})).data.data[0]?.unread_count

describe('an operator with can_chat alone', () => {
  it('sends text, and no media, previews or price', async () => {
    const { operator, creator } = await makeAgency(api, rights('can_chat'))
    const [browser, fan] = [await actAs(api, operator, creator), await api.makeUser()]
    const media = [await makePicture(api, creator)]
    const ask = async (more: object) =>
      (await api.call(browser, chat.send, { receiver_id: fan.id, content: 'x', ...more })).refusal
    for (const more of [{ media_ids: media }, { preview_ids: media }])
      expect(await ask(more)).toMatchObject({ error: 'permission_denied', flag: 'can_medias' })
    expect(await ask({ price: 5 })).toMatchObject({ error: 'permission_denied', flag: 'can_payment' })
    expect(await history(fan, creator)).toEqual([])
    expect(await ask({})).toMatchObject({ content: 'x' })
  })
})

describe('likes', () => {
  it('are the reader’s own, and notify the author of each user’s first', async () => {
    const [bob, frank] = [await api.makeUser(), await api.makeUser()]
    const id = await send(bob, frank)
    const like = (who: Actor) => api.call(who, chat.like, { id })
    await like(bob)
    await like(frank)
    await like(bob)
    for (const [who, liked] of [
      [bob, false],
      [frank, true],
    ] as const)
      expect((await history(who, who === bob ? frank : bob))[0]).toMatchObject({ likes: 1, liked })
    for (let time = 0; time < 2; time++) await like(frank)
    const from = (actor: Actor) => and(eq(notifications.objectId, id), eq(notifications.actorId, actor.id))
    expect(await api.db.$count(notifications, from(frank))).toBe(1)
  })

  it('notify of a second user although another one liked the message before', async () => {
    const [bob, frank, carol] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
    const id = await send(bob, frank)
    const object = { type: 'message_like', objectKind: 'message', objectId: id } as const
    // Left from a time in which others could like it, and for another reader.
    await api.db.insert(notifications).values([
      { id: newId(), userId: bob.id, actorId: carol.id, ...object },
      { id: newId(), userId: carol.id, actorId: frank.id, ...object },
    ])
    await api.call(frank, chat.like, { id })
    const ofBob = and(eq(notifications.userId, bob.id), eq(notifications.actorId, frank.id))
    expect(await api.db.$count(notifications, ofBob)).toBe(1)
  })
})

it('shows a message to its two sides only, and a reply shows no text of a deleted message', async () => {
  const [bob, frank, mallory] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
  const id = await send(bob, frank, 'secret')
  const reply = await send(frank, bob, 'answer', { reply_to: id })
  const readable = async (who: Actor) => (await readMessages(api.ctx, { id: who.id, seesAmounts: true }, [id])).size
  expect(await Promise.all([bob, frank, mallory].map(readable))).toEqual([1, 1, 0])
  await api.db.update(messages).set({ deletedAt: new Date() }).where(eq(messages.id, id))
  const shown = (await history(frank, bob)).find((it) => it.id === reply)
  expect(shown?.reply_to).toMatchObject({ id, content: '' })
})

describe('reading', () => {
  it('marks what the reader received, up to the message, once', async () => {
    const [bob, frank, mallory] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
    const [first, second] = [await send(bob, frank, 'one'), await send(bob, frank, 'two')]
    const answer = await send(frank, bob, 'three')
    const third = await send(bob, frank, 'four')
    const times = async () => Object.fromEntries((await history(bob, frank)).map((it) => [it.content, it.read_at]))
    for (const who of [mallory, bob]) await readUpTo(who, second)
    expect(await times()).toEqual({ one: null, two: null, three: null, four: null })
    expect(await unread(frank)).toBe(3)
    await readUpTo(frank, first)
    const { one } = await times()
    expect([typeof one, await unread(frank)]).toEqual(['string', 2])
    const at = new Date('2026-01-01')
    await api.db.update(messages).set({ readAt: at }).where(eq(messages.id, second))
    await readUpTo(frank, third)
    expect(await times()).toEqual({ one, two: at.toISOString(), three: null, four: expect.any(String) })
    expect([await unread(frank), await unread(bob)]).toEqual([0, 1])
    await readUpTo(bob, answer)
    expect(await unread(bob)).toBe(0)
  })

  it('does not count what was deleted before', async () => {
    const [bob, frank] = [await api.makeUser(), await api.makeUser()]
    const [first, second] = [await send(bob, frank), await send(bob, frank)]
    for (let more = 0; more < 2; more++) await send(bob, frank)
    await api.call(bob, chat.remove, { id: first })
    expect(await unread(frank)).toBe(3)
    await readUpTo(frank, second)
    expect(await unread(frank)).toBe(2)
    const [mine] = (await api.call(bob, chat.conversations, {})).data.data
    expect(mine?.unread_count).toBe(0)
  })
})

describe('a reader who has written too', () => {
  it('sees what they received as read, however far the other has read', async () => {
    const pair = [await api.makeUser(), await api.makeUser()] as const
    for (const [writer, reader] of [pair, pair.toReversed() as [Actor, Actor]]) {
      const first = await send(writer, reader, 'one')
      await readUpTo(writer, await send(reader, writer, 'two'))
      await readUpTo(reader, await send(writer, reader, 'three'))
      const [, , seen] = await history(writer, reader)
      expect(seen).toMatchObject({ id: first, read_at: expect.any(String) })
    }
  })

  it('has read nothing by a receipt for their own message, and counts only the other’s', async () => {
    const [bob, frank] = [await api.makeUser(), await api.makeUser()]
    for (const content of ['one', 'two']) await send(bob, frank, content)
    await readUpTo(frank, await send(frank, bob, 'mine'))
    expect(await unread(frank)).toBe(2)
    const fourth = await send(bob, frank, 'four')
    await send(bob, frank, 'five')
    await readUpTo(frank, fourth)
    expect(await unread(frank)).toBe(1)
  })
})

describe('a deleted message', () => {
  it('is taken off the unread messages of its receiver alone, and once', async () => {
    const [bob, frank] = [await api.makeUser(), await api.makeUser()]
    const id = await send(bob, frank, 'one')
    await send(bob, frank, 'two')
    await send(frank, bob, 'three')
    for (let time = 0; time < 2; time++) expect((await api.call(bob, chat.remove, { id })).status).toBe(200)
    expect([await unread(frank), await unread(bob)]).toEqual([1, 1])
  })
})

it('counts a creator’s broadcast unless this fan wants this creator’s in the channel only', async () => {
  const [alice, bob] = [await makeCreator(api), await makeCreator(api)]
  const [fiona, frank] = [await api.makeUser(), await api.makeUser()]
  await api.db.insert(broadcastHabits).values([
    { creatorId: alice.id, fanId: fiona.id, frequency: 'digest' },
    { creatorId: bob.id, fanId: frank.id, frequency: 'digest' },
  ])
  const id = await send(alice, frank)
  await api.db.update(messages).set({ broadcastId: id }).where(eq(messages.id, id))
  await api.call(alice, chat.remove, { id })
  expect(await unread(frank)).toBe(0)
})
