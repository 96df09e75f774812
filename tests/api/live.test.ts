import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { notify } from '../../api/features/notifications/notify.ts'
import { toShiftRow } from '../../api/identity/shifts.ts'
import { newId } from '../../api/platform/db/ids.ts'
import {
  agencies,
  agencyAuditEntries,
  agencyCreators,
  agencyGrants,
  agencyMembers,
} from '../../api/platform/db/schema/agencies.ts'
import { liveEvents } from '../../api/platform/db/schema/chat.ts'
import { sessions } from '../../api/platform/db/schema/identity.ts'
import { statement, uuid } from '../../api/platform/db/statement.ts'
import { prune } from '../../api/platform/live/outbox.ts'
import { chat } from '../../contract/chat.ts'
import type { Actor } from '../support/api.ts'
import { block } from '../support/relations.ts'
import { shiftFromNow } from '../support/shifts.ts'
import { within } from '../support/sockets.ts'
import { listeningApi } from '../support/test-api.ts'

const { api, live } = listeningApi()

const send = async (who: Actor, to: Actor, content: string, more = {}) =>
  (await api.call(who, chat.send, { receiver_id: to.id, content, ...more })).data
const pair = async () => [await api.makeUser(), await api.makeUser()] as const

describe('live events', () => {
  it('sends a message to both sides with the same number and client_id', async () => {
    const [bob, frank] = await pair()
    const [of, at] = [await live.connect(bob), await live.connect(frank)]
    const message = await send(bob, frank, 'hello', { client_id: 'c1' })
    const [received, echo] = [await at.next('new_message'), await of.next('new_message')]
    expect(received).toMatchObject({
      sender: { id: bob.id, username: bob.username },
      seq: 1,
      session_id: message.session_id,
      message,
    })
    expect(echo.message.client_id).toBe('c1')
    of.close()
    at.close()
  })

  it('sends likes, deletions and receipts to both sides and lowers the unread count', async () => {
    const [bob, frank] = await pair()
    const at = await live.connect(frank)
    const of = await live.connect(bob)
    const first = await send(bob, frank, 'one')
    const second = await send(bob, frank, 'two')
    await api.call(bob, chat.like, { id: first.id })
    expect((await at.next('message_updated')).message).toMatchObject({ id: first.id, likes: 1, liked: false })
    expect((await of.next('message_updated')).message).toMatchObject({ likes: 1, liked: true })
    at.send({ type: 'read_receipt', message_id: first.id })
    expect(await of.next('read')).toMatchObject({ reader_id: frank.id, message_id: first.id, seq: 1 })
    expect((await api.call(frank, chat.conversations, {})).data.data[0]).toMatchObject({ unread_count: 1, read_seq: 1 })
    expect(
      (await api.call(bob, chat.messages, { userId: frank.id })).data.data.map((it) => it.read_at !== null),
    ).toEqual([false, true])
    await api.call(bob, chat.remove, { id: second.id })
    expect(await at.next('message_deleted')).toMatchObject({ message_id: second.id, seq: 2 })
    of.close()
    at.close()
  })

  it('takes no receipt for a message of others, nor typing to those one may not write to', async () => {
    const [bob, frank] = await pair()
    const [alice, mallory] = [await api.makeUser({ isCreator: true }), await api.makeUser()]
    const { id } = await send(bob, frank, 'x')
    const [atAlice, atFrank, ofMallory] = [
      await live.connect(alice),
      await live.connect(frank),
      await live.connect(mallory),
    ]
    ofMallory.send({ type: 'read_receipt', message_id: id })
    ofMallory.send({ type: 'typing', receiver_id: alice.id, is_typing: true })
    ofMallory.send({ type: 'typing', receiver_id: frank.id, is_typing: true })
    expect(await atFrank.next('typing')).toMatchObject({ sender_id: mallory.id, is_typing: true })
    await atAlice.roundTrip()
    expect(atAlice.received).toEqual([])
    expect((await api.call(frank, chat.conversations, {})).data.data[0]?.unread_count).toBe(1)
    for (const socket of [atAlice, atFrank, ofMallory]) socket.close()
  })

  it('does not send typing across a block that is seconds old', async () => {
    const [bob, frank] = await pair()
    const mallory = await api.makeUser()
    const [atBob, atFrank, ofMallory] = [
      await live.connect(bob),
      await live.connect(frank),
      await live.connect(mallory),
    ]
    const types = (to: Actor) => ofMallory.send({ type: 'typing', receiver_id: to.id, is_typing: true })
    types(bob)
    await atBob.next('typing')
    await block(api, bob, mallory)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6_000 })
    types(bob)
    types(frank)
    await atFrank.next('typing').finally(() => vi.useRealTimers())
    await atBob.roundTrip()
    expect(atBob.received.filter((it) => it.type === 'typing')).toEqual([])
    for (const socket of [atBob, atFrank, ofMallory]) socket.close()
  })

  it('sends presence to the people a user writes with', async () => {
    const [bob, frank] = await pair()
    await send(bob, frank, 'x')
    const of = await live.connect(bob)
    const at = await live.connect(frank)
    expect(await of.next('presence')).toMatchObject({ user_id: frank.id, online: true })
    expect((await api.call(bob, chat.conversations, { filter: 'online' })).data.data).toHaveLength(1)
    of.close()
    at.close()
  })
})

describe('after a gap', () => {
  it('replays missed events as they look now', async () => {
    const [bob, frank] = await pair()
    const first = await live.connect(frank)
    await send(bob, frank, 'before')
    const { id: last } = await first.next('new_message')
    first.close()
    await first.closed
    await send(bob, frank, 'missed')
    const gone = await send(bob, frank, 'missed and deleted')
    await api.call(bob, chat.remove, { id: gone.id })
    const second = await live.connect(frank)
    second.send({ type: 'resume', after: last })
    const seen = [await second.next('new_message'), await second.next('new_message')].map((it) => [
      it.seq,
      it.message.content,
      it.message.deleted,
    ])
    expect(seen).toEqual([
      [2, 'missed', false],
      [3, '', true],
    ])
    expect(await second.next('resumed')).toMatchObject({ complete: true })
    second.close()
  })

  it('says when it was too long', async () => {
    const frank = await api.makeUser()
    const socket = await live.connect(frank)
    for (const after of [null, 'nonsense', '00000000-0000-7000-8000-000000000000']) {
      socket.send({ type: 'resume', after })
      expect(await socket.next('resumed')).toMatchObject({ complete: false })
    }
    socket.close()
  })

  it('forgets everything that is older than a day, however much it is', async () => {
    const frank = await api.makeUser()
    await api.db.run(insertOldEvents, { user: frank.id })
    await prune(api.db)
    expect(await api.db.$count(liveEvents, eq(liveEvents.userId, frank.id))).toBe(0)
  })

  it('keeps no address and no text of a message in what it recorded', async () => {
    const [bob, frank] = await pair()
    const { id } = await send(bob, frank, 'very private')
    await api.call(frank, chat.like, { id })
    const rows = await api.db.select().from(liveEvents).where(eq(liveEvents.userId, frank.id))
    expect(rows.map((it) => it.type).sort()).toEqual(['message_updated', 'new_message'])
    expect(JSON.stringify(rows)).not.toContain('very private')
  })
})

describe('losing access', () => {
  it('closes the sockets of a session that ended, within two seconds', async () => {
    const bob = await api.makeUser()
    const socket = await live.connect(bob)
    await api.db.delete(sessions).where(eq(sessions.id, bob.sessionId))
    expect(await socket.next('session_revoked')).toMatchObject({ reason: 'session_ended' })
    expect((await within(socket.closed, 'close', 2_500)).code).toBe(4001)
  })

  it('closes the sockets of a revoked session at once', async () => {
    const bob = await api.makeUser()
    const socket = await live.connect(bob)
    api.ctx.live.revoke({ sessionId: bob.sessionId }, 'acting_started')
    expect(await within(socket.closed, 'close', 500)).toEqual({ code: 4001, reason: 'acting_started' })
  })

  it('sends an operator only what the flags permit, and closes with the grant', async () => {
    const [alice, fiona, olivia] = [await api.makeUser({ isCreator: true }), await api.makeUser(), await api.makeUser()]
    const grantId = await actAs(olivia, alice, { canChat: true, canMedias: true })
    const [ofOlivia, ofAlice] = [await live.connect(olivia), await live.connect(alice)]
    await send(alice, fiona, 'hi')
    expect((await ofOlivia.next('new_message')).message.content).toBe('hi')
    const publishers = await Promise.all([
      api.ctx.live.record(api.db, [{ userId: alice.id, type: 'balance', payload: { coins: 5 } }]),
      notify(api.db, api.ctx, { userId: alice.id, type: 'new_follower', actorId: fiona.id, object: null }),
      notify(api.db, api.ctx, {
        userId: alice.id,
        type: 'tip_received',
        actorId: fiona.id,
        object: null,
        amountCents: 500,
      }),
      notify(api.db, api.ctx, { userId: alice.id, type: 'message_like', actorId: fiona.id, object: null }),
    ])
    for (const publish of publishers) publish()
    expect(await ofOlivia.next('new_notification')).toMatchObject({ kind: 'message_like' })
    for (let i = 0; i < 3; i++) await ofAlice.next('new_notification')
    await ofOlivia.roundTrip()
    expect(ofOlivia.received.filter((it) => it.type !== 'presence')).toEqual([])
    await api.db.update(agencyGrants).set({ canChat: false }).where(eq(agencyGrants.id, grantId))
    // A socket trusts the rights that it has read for half a second.
    const realNow = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 600)
    await send(alice, fiona, 'not for olivia')
    await api.db.update(agencyGrants).set({ revokedAt: new Date() }).where(eq(agencyGrants.id, grantId))
    expect((await within(ofOlivia.closed, 'close', 2_500)).code).toBe(4001)
    expect(ofOlivia.received.filter((it) => it.type === 'new_message')).toEqual([])
    vi.restoreAllMocks()
    ofAlice.close()
  })

  it('closes the socket of an operator whose shift is over', async () => {
    const [alice, olivia] = [await api.makeUser({ isCreator: true }), await api.makeUser()]
    const grantId = await actAs(olivia, alice, { canChat: true })
    const socket = await live.connect(olivia)
    const { shifts, shift_zone: shiftZone } = toShiftRow(shiftFromNow(60))
    await api.db.update(agencyGrants).set({ shifts, shiftZone }).where(eq(agencyGrants.id, grantId))
    expect((await within(socket.closed, 'close', 2_500)).code).toBe(4001)
  })

  it('writes an operator’s message down as the team’s, with its line in the log', async () => {
    const [alice, fiona, olivia] = [await api.makeUser({ isCreator: true }), await api.makeUser(), await api.makeUser()]
    await actAs(olivia, alice, { canChat: true })
    expect(await send(olivia, fiona, 'from the team')).toMatchObject({ sender: { id: alice.id }, author: 'team' })
    expect((await api.call(olivia, chat.send, { receiver_id: fiona.id, media_ids: [newId()] })).refusal).toMatchObject({
      flag: 'can_medias',
    })
    expect(
      (await api.call(olivia, chat.conversations, { mode: 'creator', sort: 'top_spenders' })).refusal,
    ).toMatchObject({
      flag: 'can_payment',
    })
    expect(
      (await api.call(olivia, chat.conversations, { mode: 'creator', filter: 'followers' })).refusal,
    ).toMatchObject({
      flag: 'can_social',
    })
    const acts = await api.db.select().from(agencyAuditEntries).where(eq(agencyAuditEntries.actorId, olivia.id))
    expect(acts.map((it) => [it.action, it.subjectId, it.objectKind])).toEqual([['chat.send', alice.id, 'message']])
  })
})

/** Puts an operator's session under a grant, without the ceremony. */
async function actAs(
  operator: Actor,
  target: Actor,
  flags: { canChat?: boolean; canMedias?: boolean },
): Promise<string> {
  const [agencyId, memberId, linkId, grantId] = [newId(), newId(), newId(), newId()]
  const all = {
    canChat: true,
    canPayment: true,
    canMedias: true,
    canProfile: true,
    canSocial: true,
    showInAnalytics: true,
  }
  await api.db.insert(agencies).values({ id: agencyId, name: 'Agency' })
  await api.db.insert(agencyMembers).values({ id: memberId, agencyId, userId: operator.id, role: 'owner' })
  await api.db.insert(agencyCreators).values({ id: linkId, agencyId, userId: target.id, status: 'active', ...all })
  await api.db
    .insert(agencyGrants)
    .values({ id: grantId, agencyId, memberId, creatorLinkId: linkId, showInAnalytics: false, ...flags })
  await api.db
    .update(sessions)
    .set({ actingGrantId: grantId, actingSince: new Date() })
    .where(eq(sessions.id, operator.sessionId))
  return grantId
}

const insertOldEvents = statement(
  'test_old_events',
  { user: uuid },
  {},
  ({ user }) => `
    insert into live_events (id, user_id, type, payload, created_at)
    select gen_random_uuid(), ${user}, 'read', '{}', now() - interval '25 hours' from generate_series(1, 20500)`,
)
