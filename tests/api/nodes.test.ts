import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readAcquaintances } from '../../api/features/chat/live.ts'
import { features } from '../../api/features.ts'
import { readViewer } from '../../api/identity/viewer.ts'
import { statement, uuid } from '../../api/platform/db/statement.ts'
import { createApp } from '../../api/platform/http/create-app.ts'
import { openLive } from '../../api/platform/live/hub.ts'
import { logOutput } from '../../api/platform/log.ts'
import { chat } from '../../contract/chat.ts'
import { openTestApi, type TestApi } from '../support/api.ts'
import { type Bus, openBus } from '../support/bus.ts'
import { type Listening, listen, within } from '../support/sockets.ts'

/** Two nodes over one database, joined by what may fail; `npm run chaos:chat` does the same for long, with processes that die. */
let bus: Bus
let one: TestApi
let two: TestApi
let atOne: Listening
let atTwo: Listening
let closeTwo: () => Promise<void>
beforeAll(async () => {
  bus = await openBus()
  one = await openTestApi({ env: { REDIS_URL: bus.url } })
  const live = await openLive({ db: one.db, env: one.ctx.env, readAcquaintances })
  const on = { ...one.ctx, live }
  two = { ...one, ctx: on, app: createApp(on, readViewer, features(on)) }
  atOne = await listen(one)
  atTwo = await listen(two)
  closeTwo = () => live.close()
})
afterAll(async () => {
  await atOne.close()
  await atTwo.close()
  await closeTwo()
  await one.close()
  await bus.close()
})

it('carries messages, typing, receipts, presence and revocations to the sockets of the other node', async () => {
  const [bob, frank] = [await one.makeUser(), await one.makeUser()]
  const at = await atTwo.connect(frank)
  const first = (await one.call(bob, chat.send, { receiver_id: frank.id, content: 'over there' })).data
  expect((await at.next('new_message')).message).toMatchObject({ id: first.id, content: 'over there' })

  // The message may have been found in the database, before the nodes were joined; presence is published and never stored.
  await expect.poll(() => one.ctx.live.isOnline(frank.id), { timeout: 10_000 }).toBe(true)
  const of = await atOne.connect(bob)
  expect(await at.next('presence')).toMatchObject({ user_id: bob.id, online: true })
  await expect.poll(() => two.ctx.live.isOnline(bob.id)).toBe(true)

  of.send({ type: 'typing', receiver_id: frank.id, is_typing: true })
  expect(await at.next('typing')).toMatchObject({ sender_id: bob.id, is_typing: true })
  at.send({ type: 'read_receipt', message_id: first.id })
  expect(await of.next('read')).toMatchObject({ reader_id: frank.id, message_id: first.id, seq: 1 })

  one.ctx.live.revoke({ sessionId: frank.sessionId }, 'signed_out')
  expect(await within(at.closed, 'close', 2_000)).toEqual({ code: 4001, reason: 'signed_out' })
  of.close()
})

it('loses and doubles nothing while the line between them is cut and comes back', async () => {
  const warned = vi.spyOn(logOutput, 'write').mockImplementation(() => undefined)
  const [bob, frank] = [await one.makeUser(), await one.makeUser()]
  const at = await atTwo.connect(frank)
  const write = async (n: number) => (await one.call(bob, chat.send, { receiver_id: frank.id, content: `${n}` })).data
  const of = await atOne.connect(bob)
  // Typing is stored nowhere: its arrival shows that the nodes are joined.
  const joined = async () => {
    at.received.splice(0, at.received.length, ...at.received.filter((it) => it.type !== 'typing'))
    await expect
      .poll(
        async () => {
          of.send({ type: 'typing', receiver_id: frank.id, is_typing: false })
          await of.roundTrip()
          return at.received.some((it) => it.type === 'typing')
        },
        { timeout: 10_000 },
      )
      .toBe(true)
  }
  await joined()
  for (let n = 1; n <= 5; n++) await write(n)
  await bus.unplug()
  for (let n = 6; n <= 10; n++) await write(n)
  const received: number[] = []
  while (received.length < 10) received.push((await at.next('new_message')).seq)
  await bus.plug()
  for (let n = 11; n <= 15; n++) await write(n)
  while (received.length < 15) received.push((await at.next('new_message')).seq)
  await joined()
  of.close()
  await at.roundTrip()
  expect(at.received.filter((it) => it.type === 'new_message')).toEqual([])
  // Their numbers are their order: one that was told over the line may overtake one that is being caught up.
  expect(received.sort((a, b) => a - b)).toEqual(Array.from({ length: 15 }, (_, at) => at + 1))
  expect(warned.mock.calls.flat().join()).toContain('redis is down')
  warned.mockRestore()
  at.close()
})

it('leaves out what is no message of ours on the line, and goes on', async () => {
  const warned = vi.spyOn(logOutput, 'write').mockImplementation(() => undefined)
  const [bob, frank] = [await one.makeUser(), await one.makeUser()]
  const at = await atTwo.connect(frank)
  const other = new Redis(bus.url, { lazyConnect: true })
  other.on('error', () => undefined)
  await other.connect()
  for (const text of ['{', '', 'null', '7', '{"node":"x"}', '{"node":"x","published":null}'])
    for (const channel of [`user:${frank.id}`, 'presence', 'revoke']) await other.publish(`fanfare:${channel}`, text)
  await one.call(bob, chat.send, { receiver_id: frank.id, content: 'after it' })
  expect((await at.next('new_message')).message.content).toBe('after it')
  expect(warned.mock.calls.flat().join()).toContain('not a message')
  other.disconnect()
  warned.mockRestore()
  at.close()
})

it('closes a socket at the other node within two seconds of its session, also while the line is cut', async () => {
  const warned = vi.spyOn(logOutput, 'write').mockImplementation(() => undefined)
  const bob = await one.makeUser()
  const at = await atTwo.connect(bob)
  await bus.unplug()
  await one.db.run(endSession, { session: bob.sessionId })
  one.ctx.live.revoke({ sessionId: bob.sessionId }, 'signed_out')
  expect((await within(at.closed, 'close', 2_000)).code).toBe(4001)
  await bus.plug()
  warned.mockRestore()
})

const endSession = statement(
  'test_end_session',
  { session: uuid },
  {},
  ({ session }) => `delete from sessions where id = ${session}`,
)
