import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { rates } from '../../../contract/rates.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { sendDue } from '../../../tests/support/broadcasts.ts'
import { follow } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { broadcastRecipients, broadcasts as planned } from '../../platform/db/schema/broadcasts.ts'
import { messages } from '../../platform/db/schema/chat.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { follows } from '../../platform/db/schema/users.ts'
import { broadcastQueue, sendChunk } from './deliver.ts'

describe('deliveries', () => {
  const api = testApi()
  const creator = () => api.makeUser({ isCreator: true, priceCents: 999 })
  const send = async (who: Actor, content: string) =>
    (await api.call(who, broadcasts.send, { audience: 'followers', content })).data.id
  const statusOf = async (who: Actor, id: string) => (await api.call(who, broadcasts.get, { id })).data.status

  it('run one at a time for each creator, and each broadcast is sent', async () => {
    const [alice, bob, fiona] = [await creator(), await creator(), await api.makeUser()]
    for (const it of [alice, bob]) await follow(api, fiona, it)
    const ids = [await send(alice, 'one'), await send(alice, 'two'), await send(alice, 'three')]
    const other = await send(bob, 'four')
    const takeTasks = () => api.jobs.boss.fetch<never>(broadcastQueue.name, { batchSize: 100 })
    const tasks = await takeTasks()
    expect(tasks).toHaveLength(2)
    ids.push(await send(alice, 'five'))
    expect(await takeTasks()).toEqual([])
    for (const task of tasks) {
      await broadcastQueue.run(api.ctx, task.data)
      await api.jobs.boss.complete(broadcastQueue.name, task)
    }
    for (const id of ids) expect(await statusOf(alice, id)).toBe('sent')
    expect(await statusOf(bob, other)).toBe('sent')
  })

  it('send in transactions of 500 messages, and continue after a restart without a second message', async () => {
    const alice = await creator()
    const fans = Array.from({ length: 501 }, () => newId())
    await api.db.insert(users).values(
      fans.map((id) => ({
        id,
        email: `${id}@example.test`,
        username: `f${id.slice(-12)}`,
        referralCode: id.slice(-12),
      })),
    )
    await api.db.insert(follows).values(fans.map((followerId) => ({ followerId, userId: alice.id })))
    const id = await send(alice, 'to many')
    await api.db.insert(broadcastRecipients).values(fans.map((userId) => ({ broadcastId: id, userId })))
    await api.db.update(planned).set({ status: 'sending', recipients: 501 }).where(eq(planned.id, id))
    const received = async () => (await api.db.select().from(messages).where(eq(messages.broadcastId, id))).length
    expect(await sendChunk(api.ctx, id)).toBe(true)
    expect(await received()).toBe(500)
    await sendDue(api)
    expect(await received()).toBe(501)
    expect(await statusOf(alice, id)).toBe('sent')
    expect(await sendChunk(api.ctx, id)).toBe(false)
  })
})

describe('the rate of broadcasts', () => {
  const api = testApi({ env: { RATE_LIMITS: 'default' } })

  it('is limited for each creator', async () => {
    const alice = await api.makeUser({ isCreator: true, priceCents: 999 })
    const send = () => api.call(alice, broadcasts.send, { audience: 'followers', content: 'again' })
    for (let n = 0; n < rates.broadcast.perNode; n++) expect((await send()).status).toBe(201)
    const refused = await send()
    expect([refused.status, refused.refusal.error]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
