import { expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { unsendMs } from '../../../contract/limits.ts'
import { media } from '../../../contract/media.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { follow, makePicture } from '../../../tests/support/relations.ts'
import { listen } from '../../../tests/support/sockets.ts'
import { testApi } from '../../../tests/support/test-api.ts'

const api = testApi({ money: true })
const newest = async (who: Actor, other: Actor) =>
  (await api.call(who, chat.messages, { userId: other.id })).data.data[0]

it('takes a message back within a minute, and only deletes it later', async () => {
  const [bob, frank] = [await api.makeUser(), await api.makeUser()]
  for (const [afterMs, unsent] of [
    [0, true],
    [unsendMs - 5_000, true],
    [unsendMs + 1, false],
  ] as const) {
    const sent = (await api.call(bob, chat.send, { receiver_id: frank.id, content: 'oops' })).data
    expect(Date.parse(sent.unsend_until ?? '')).toBe(Date.parse(sent.created_at) + unsendMs)
    expect(await newest(frank, bob)).toMatchObject({ unsent: false, unsend_until: null })
    api.turnClock(afterMs)
    expect((await api.call(bob, chat.remove, { id: sent.id })).status).toBe(200)
    for (const [who, other] of [
      [bob, frank],
      [frank, bob],
    ] as const)
      expect(await newest(who, other)).toMatchObject({ deleted: true, content: '', unsent, unsend_until: null })
  }
  expect((await api.call(frank, chat.conversations, {})).data.data[0]?.unread_count).toBe(0)
})

it('says to both sides at once that a message was taken back', async () => {
  const [bob, frank] = [await api.makeUser(), await api.makeUser()]
  const live = await listen(api)
  const sockets = [await live.connect(bob), await live.connect(frank)]
  const { id } = (await api.call(bob, chat.send, { receiver_id: frank.id, content: 'oops' })).data
  await api.call(bob, chat.remove, { id })
  for (const socket of sockets) {
    expect(await socket.next('message_deleted')).toMatchObject({ message_id: id, unsent: true })
    socket.close()
  }
  await live.close()
})

it('lets no tip be taken back, and no media that were bought', async () => {
  const [creator, fan] = [await makeCreator(api), await api.makeUser()]
  await giveCoins(api, fan, 20)
  await follow(api, fan, creator)
  const { message: tip } = (await api.call(fan, chat.tip, { id: creator.id, amount: 5 })).data
  expect(tip.unsend_until).toBeNull()
  const picture = await makePicture(api, creator)
  const offer = { receiver_id: fan.id, content: 'for you', media_ids: [picture], price: 5 }
  const paid = (await api.call(creator, chat.send, offer)).data
  expect(paid.unsend_until).not.toBeNull()
  await api.call(fan, media.unlock, { id: picture, expected_price: 5 })
  expect((await newest(creator, fan))?.unsend_until).toBeNull()
  await api.call(creator, chat.remove, { id: paid.id })
  expect(await newest(creator, fan)).toMatchObject({ deleted: true, unsent: false })
  await api.call(fan, chat.remove, { id: tip.id })
  expect((await api.call(fan, chat.messages, { userId: creator.id })).data.data[1]).toMatchObject({ unsent: false })
})
