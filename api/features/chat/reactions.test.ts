import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { chat, reactions } from '../../../contract/chat.ts'
import { users } from '../../../contract/users.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { block } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { listen } from '../../../tests/support/sockets.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { agencyAuditEntries } from '../../platform/db/schema/agencies.ts'
import { messageLikes } from '../../platform/db/schema/chat.ts'
import { notifications } from '../../platform/db/schema/notifications.ts'

const api = testApi()

const send = async (from: Actor, to: Actor) =>
  (await api.call(from, chat.send, { receiver_id: to.id, content: 'x' })).data.id
const react = (who: Actor, id: string, reaction: (typeof reactions)[number] | null) =>
  api.call(who, chat.react, { id, reaction })
const seenBy = async (who: Actor, other: Actor) => {
  const [message] = (await api.call(who, chat.messages, { userId: other.id })).data.data
  return [message?.my_reaction, message?.other_reaction, message?.liked, message?.likes]
}

describe('a reaction', () => {
  it('is one of six, one a side, changed by the next one and taken back by null', async () => {
    const [bob, frank] = [await api.makeUser(), await api.makeUser()]
    const id = await send(bob, frank)
    for (const reaction of reactions)
      expect((await react(frank, id, reaction)).data).toEqual({ my_reaction: reaction, other_reaction: null })
    expect(await api.db.$count(messageLikes, eq(messageLikes.messageId, id))).toBe(1)
    expect((await react(bob, id, 'fire')).data).toEqual({ my_reaction: 'fire', other_reaction: 'bravo' })
    expect(await seenBy(frank, bob)).toEqual(['bravo', 'fire', false, 0])
    for (let time = 0; time < 2; time++)
      expect((await react(frank, id, null)).data).toEqual({ my_reaction: null, other_reaction: 'fire' })
    expect((await api.call(frank, chat.react, { id, reaction: 'thumb' as 'fire' })).refusal.error).toBe('invalid_input')
  })

  it('is a like if it is a heart, and a like makes a heart of any other', async () => {
    const [bob, frank] = [await api.makeUser(), await api.makeUser()]
    const id = await send(bob, frank)
    await react(frank, id, 'heart')
    expect(await seenBy(bob, frank)).toEqual([null, 'heart', false, 1])
    await react(frank, id, 'sad')
    expect((await api.call(frank, chat.like, { id })).data).toEqual({ liked: true, likes: 1 })
    expect(await seenBy(frank, bob)).toEqual(['heart', null, true, 1])
    expect((await api.call(frank, chat.like, { id })).data).toEqual({ liked: false, likes: 0 })
    expect(await seenBy(frank, bob)).toEqual([null, null, false, 0])
  })

  it('reaches both sides at once, and raises neither a notification nor what is unread', async () => {
    const [bob, frank] = [await api.makeUser(), await api.makeUser()]
    const id = await send(bob, frank)
    const live = await listen(api)
    const [ofBob, ofFrank] = [await live.connect(bob), await live.connect(frank)]
    await react(frank, id, 'laugh')
    const at = (my: string | null, other: string | null) => ({
      message: { id, my_reaction: my, other_reaction: other },
    })
    expect(await ofBob.next('message_updated')).toMatchObject(at(null, 'laugh'))
    expect(await ofFrank.next('message_updated')).toMatchObject(at('laugh', null))
    expect(await api.db.$count(notifications, eq(notifications.userId, bob.id))).toBe(0)
    expect((await api.call(bob, chat.conversations, {})).data.data[0]?.unread_count).toBe(0)
    ofBob.close()
    ofFrank.close()
    await live.close()
  })

  it('is refused to a third user, during a block, and to a message that is deleted', async () => {
    const [bob, frank, mallory] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
    const gone = await send(bob, frank)
    const id = await send(bob, frank)
    expect((await react(mallory, id, 'heart')).status).toBe(404)
    expect((await react(mallory, newId(), 'heart')).status).toBe(404)
    await api.call(bob, chat.remove, { id: gone })
    expect((await react(frank, gone, 'heart')).status).toBe(404)
    await react(frank, id, 'wow')
    await block(api, bob, frank)
    for (const who of [bob, frank])
      for (const reaction of ['fire', null] as const)
        expect((await react(who, id, reaction)).refusal).toMatchObject({ error: 'chat_closed', reason: 'blocked' })
    expect(await seenBy(bob, frank)).toEqual([null, 'wow', false, 0])
  })

  it('is refused with what is missing to a fan who may no longer write', async () => {
    const [creator, fan] = [await makeCreator(api), await api.makeUser()]
    await api.call(fan, users.follow, { id: creator.id })
    const id = await send(fan, creator)
    await api.call(fan, users.unfollow, { id: creator.id })
    expect((await react(fan, id, 'heart')).refusal).toMatchObject({ error: 'chat_closed', needs: 'follow' })
    expect((await api.call(fan, chat.like, { id })).refusal).toMatchObject({ error: 'chat_closed', needs: 'follow' })
    expect((await react(creator, id, 'heart')).data.my_reaction).toBe('heart')
  })

  it('is the creator’s when an operator gives it, and is in the log', async () => {
    const { creator, operator } = await makeAgency(api, rights('can_chat'))
    const fan = await api.makeUser()
    const id = await send(creator, fan)
    const acting = await actAs(api, operator, creator)
    expect((await react(acting, id, 'bravo')).data.my_reaction).toBe('bravo')
    expect(await seenBy(fan, creator)).toEqual([null, 'bravo', false, 0])
    const entries = await api.db.select().from(agencyAuditEntries).where(eq(agencyAuditEntries.objectId, id))
    expect(entries).toMatchObject([{ action: 'chat.react', subjectId: creator.id, actorId: operator.id }])
  })
})
