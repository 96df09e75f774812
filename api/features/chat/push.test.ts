import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { notifications } from '../../../contract/notifications.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { openPushService, type PushService } from '../../../tests/support/push-service.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { readViewer } from '../../identity/viewer.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { markRead } from './messages.ts'
import { pushMessage } from './push.ts'

const api = testApi()
let service: PushService
beforeAll(async () => {
  service = await openPushService()
})
afterAll(() => service.close())
beforeEach(() => {
  service.taken.length = 0
})
const reader = async () => {
  const actor = await api.makeUser()
  await api.call(actor, notifications.subscribePush, service.subscribe())
  return actor
}
const write = async (who: Actor, to: Actor) =>
  (await api.call(who, chat.send, { receiver_id: to.id, content: 'Hello' })).data
const arrived = async (count: number) => {
  await expect.poll(() => service.taken.length, { timeout: 10_000 }).toBe(count)
}

it('pushes a message at once when the one before it was read or deleted', async () => {
  const [alice, fiona] = [await reader(), await api.makeUser()]
  const first = await write(fiona, alice)
  await arrived(1)
  await markRead(api.ctx, (await readViewer(api.ctx, alice.cookie)).viewer as Viewer, first.id)
  const second = await write(fiona, alice)
  await arrived(2)
  await api.call(fiona, chat.remove, { id: second.id })
  await write(fiona, alice)
  await arrived(3)
})

it('pushes to a reader although others have muted the sender', async () => {
  const [first, alice, last, fiona] = [await reader(), await reader(), await reader(), await api.makeUser()]
  for (const [at, other] of [first, last].entries()) {
    const { session_id } = await write(fiona, other)
    // The push comes after the answer, and asks who has muted.
    await arrived(at + 1)
    await api.call(other, chat.mute, { id: session_id })
  }
  await write(fiona, alice)
  await arrived(3)
})

it('pushes no message that was deleted before', async () => {
  const [alice, fiona] = [await reader(), await api.makeUser()]
  const message = await write(fiona, alice)
  await arrived(1)
  await api.call(fiona, chat.remove, { id: message.id })
  await pushMessage(api.ctx, message)
  expect(service.taken).toHaveLength(1)
})
