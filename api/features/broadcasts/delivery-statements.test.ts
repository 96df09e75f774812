import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { broadcasts as contract } from '../../../contract/broadcasts.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { sendBroadcast } from '../../../tests/support/broadcasts.ts'
import { block, follow } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { broadcastRecipients, broadcasts } from '../../platform/db/schema/broadcasts.ts'
import { chatMembers, messages } from '../../platform/db/schema/chat.ts'
import { users } from '../../platform/db/schema/identity.ts'
import {
  claimScheduled,
  claimSending,
  creatorsWithUnfinished,
  nextRecipients,
  nextUnfinished,
  softDeleteChunk,
} from './delivery-statements.ts'

/** What each statement finds among broadcasts that differ in one thing each, and what it changes. */
const api = testApi()
const hourMs = 3_600_000

const makeCreator = () => api.makeUser({ isCreator: true, priceCents: 999 })
const inHours = (hours: number) => new Date(api.ctx.now() + hours * hourMs)
type Change = Partial<typeof broadcasts.$inferInsert>
async function plan(sender: Actor, change: Change): Promise<string> {
  const row = {
    id: newId(),
    senderId: sender.id,
    audience: 'followers',
    status: 'scheduled',
    sendAt: inHours(-1),
  } as const
  await api.db.insert(broadcasts).values({ ...row, ...change })
  return row.id
}

describe('what is unfinished', () => {
  const unsent = { status: 'unsent', unsentAt: new Date() } as const
  type Case = { change: Change; messages?: 'left' | 'gone'; isDeleted?: true }
  const cases = (): Record<string, Case> => ({
    due: { change: {} },
    'begun to be sent': { change: { status: 'sending' } },
    'half unsent': { change: unsent, messages: 'left' },
    planned: { change: { sendAt: inHours(1) } },
    sent: { change: { status: 'sent' }, messages: 'left' },
    unsent: { change: unsent, messages: 'gone' },
    'unsent before a message went': { change: unsent },
    'unsent long ago': { change: { ...unsent, unsentAt: inHours(-2) }, messages: 'left' },
    'of a closed account': { change: {}, isDeleted: true },
  })
  async function make(name: string, it: Case) {
    const creator = await makeCreator()
    const fan = await api.makeUser()
    let id = ''
    if (it.messages === undefined) id = await plan(creator, it.change)
    else {
      await follow(api, fan, creator)
      id = await sendBroadcast(api, creator, { audience: 'followers', content: name })
      await api.db.update(broadcasts).set(it.change).where(eq(broadcasts.id, id))
    }
    if (it.messages === 'gone')
      await api.db.update(messages).set({ deletedAt: new Date() }).where(eq(messages.broadcastId, id))
    if (it.isDeleted) await api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, creator.id))
    return { name, creator, id }
  }
  /** One after another: a case that runs the jobs would run those of another case too, and end before they are done. */
  async function makeAll() {
    const made = []
    for (const [name, it] of Object.entries(cases())) made.push(await make(name, it))
    return made
  }

  it('is found by its creator, alone, until it was tried', async () => {
    const all = await makeAll()
    const now = inHours(0)
    const creators = new Set((await api.db.run(creatorsWithUnfinished, { now })).map((it) => it.creator))
    const next = async (creator: string, tried: string[] = []) =>
      (await api.db.run(nextUnfinished, { creator, now, tried })).map((it) => it.id)
    const found = []
    for (const { name, creator, id } of all) {
      const isNext = (await next(creator.id)).includes(id)
      expect([name, creators.has(creator.id)]).toEqual([name, isNext])
      expect(await next(creator.id, [id])).toEqual([])
      if (isNext) found.push(name)
    }
    expect(found).toEqual(['due', 'begun to be sent', 'half unsent'])
  })

  it('is claimed in its state while its creator is there', async () => {
    const claimed: Record<string, string[]> = { scheduled: [], sending: [] }
    for (const { name, id } of await makeAll()) {
      if ((await api.db.run(claimScheduled, { id })).length > 0) claimed.scheduled?.push(name)
      if ((await api.db.run(claimSending, { id })).length > 0) claimed.sending?.push(name)
    }
    expect(claimed).toEqual({ scheduled: ['due', 'planned'], sending: ['begun to be sent'] })
    const gone = await makeCreator()
    const id = await plan(gone, { status: 'sending' })
    await api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, gone.id))
    expect(await api.db.run(claimSending, { id })).toEqual([])
  })
})

describe('recipients and messages', () => {
  let alice: Actor
  let fans: Actor[]
  beforeEach(async () => {
    alice = await makeCreator()
    fans = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
    for (const fan of fans) await follow(api, fan, alice)
  })

  it('come one chunk after the other, each with the fan’s own wish for this creator', async () => {
    const [digest, blocking, plain] = fans as [Actor, Actor, Actor]
    const bea = await makeCreator()
    await follow(api, plain, bea)
    await api.call(digest, contract.setFrequency, { creatorId: alice.id, frequency: 'digest' })
    await api.call(plain, contract.setFrequency, { creatorId: bea.id, frequency: 'off' })
    await block(api, blocking, alice)
    const broadcast = await plan(alice, { status: 'sending' })
    const other = await plan(alice, { status: 'sending' })
    const stranger = await api.makeUser()
    await api.db
      .insert(broadcastRecipients)
      .values([
        ...fans.map(({ id }) => ({ broadcastId: broadcast, userId: id })),
        { broadcastId: other, userId: stranger.id },
      ])
    const chunk = (after: string | null, limit: number) =>
      api.db.run(nextRecipients, { broadcast, creator: alice.id, isCompared: false, after, limit })
    const all = await chunk(null, 9)
    expect(new Map(all.map((it) => [it.user_id, [it.frequency, it.is_blocked]]))).toEqual(
      new Map([
        [digest.id, ['digest', false]],
        [blocking.id, [null, true]],
        [plain.id, [null, false]],
      ]),
    )
    const [first] = await chunk(null, 1)
    expect(await chunk(first?.user_id ?? null, 9)).toEqual(all.slice(1))
  })

  it('are taken back a chunk at a time, from their own receivers’ lists', async () => {
    const bea = await makeCreator()
    for (const fan of fans) await follow(api, fan, bea)
    const broadcast = await sendBroadcast(api, alice, { audience: 'followers', content: 'Taken back' })
    await sendBroadcast(api, bea, { audience: 'followers', content: 'Stays' })
    const unread = async () => {
      const rows = await api.db.select().from(chatMembers)
      const of = (fan: Actor, creator: Actor) => rows.find((it) => it.userId === fan.id && it.otherId === creator.id)
      return fans.map((fan) => [of(fan, alice)?.unreadCount, of(fan, bea)?.unreadCount])
    }
    const takeBack = async () =>
      (await api.db.run(softDeleteChunk, { broadcast, limit: 1 })).map((it) => it.receiver_id)
    const [first] = await takeBack()
    const at = fans.findIndex((it) => it.id === first)
    expect(await unread()).toEqual(fans.map((_, index) => [index === at ? 0 : 1, 1]))
    expect(new Set([first, ...(await takeBack()), ...(await takeBack())])).toEqual(new Set(fans.map((it) => it.id)))
    expect(await takeBack()).toEqual([])
    expect(await unread()).toEqual(fans.map(() => [0, 1]))
  })
})
