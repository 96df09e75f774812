import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { media as contract } from '../../../contract/media.ts'
import { notifications } from '../../../contract/notifications.ts'
import { posts } from '../../../contract/posts.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { makePicture } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { messageMedia, messages } from '../../platform/db/schema/chat.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { posts as postRows } from '../../platform/db/schema/posts.ts'

const api = testApi({ money: true })
const send = async (creator: Actor, fan: Actor, picture: string, price: number | null = null) =>
  (await api.call(creator, chat.send, { receiver_id: fan.id, content: '', media_ids: [picture], price })).data.id
const rich = async () => {
  const fan = await api.makeUser()
  await giveCoins(api, fan, 20)
  return fan
}
const unlock = async (fan: Actor, id: string) => {
  const { status, refusal } = await api.call(fan, contract.unlock, { id, expected_price: 5 })
  return status === 200 ? 'sold' : refusal.error
}

it('shows a media neither to its owner once they deleted it, nor to the receiver of a message that was deleted', async () => {
  const [alice, fan] = [await makeCreator(api), await api.makeUser()]
  const [deleted, sent] = [await makePicture(api, alice), await makePicture(api, alice)]
  const read = async (who: Actor, id: string) => (await api.call(who, contract.get, { id })).status
  const message = await send(alice, fan, sent)
  expect([await read(alice, deleted), await read(fan, sent)]).toEqual([200, 200])
  await api.call(alice, contract.remove, { id: deleted })
  await api.call(alice, chat.remove, { id: message })
  expect([await read(alice, deleted), await read(fan, sent)]).toEqual([404, 404])
})

it('sells no deleted media, none of a post that is not out, and none of who is no longer a creator', async () => {
  const [alice, fan] = [await makeCreator(api), await rich()]
  const [deleted, planned, shown] = [
    await makePaidPost(api, alice, 5, 2),
    await makePaidPost(api, alice, 5),
    await makePaidPost(api, alice, 5),
  ]
  await api.call(alice, contract.remove, { id: deleted.mediaId })
  const publishedAt = new Date(api.ctx.now() + 60_000)
  await api.db.update(postRows).set({ publishedAt }).where(eq(postRows.id, planned.postId))
  expect([await unlock(fan, deleted.mediaId), await unlock(fan, planned.mediaId)]).toEqual(['gone', 'not_found'])
  await api.db.update(users).set({ isCreator: false }).where(eq(users.id, alice.id))
  expect(await unlock(fan, shown.mediaId)).toBe('not_creator')
  await api.db.update(users).set({ isCreator: true }).where(eq(users.id, alice.id))
  expect(await unlock(fan, shown.mediaId)).toBe('sold')
})

it('counts no deleted media, post or message in the vault', async () => {
  const [alice, fan] = [await makeCreator(api), await api.makeUser()]
  const [picture, labelled] = [await makePicture(api, alice), await makePicture(api, alice)]
  const post = (await api.call(alice, posts.create, { text: 'x', visibility: 'public', media_ids: [picture] })).data
  const message = await send(alice, fan, picture)
  await api.call(alice, contract.update, { id: labelled, folder: 'Lyon', tags: ['red'] })
  const read = async () => {
    const { data } = (await api.call(alice, contract.vault, { for: fan.id })).data
    const one = data.find((it) => it.id === picture)
    const uses = (await api.call(alice, contract.uses, { id: picture })).data
    const { folders, tags } = (await api.call(alice, contract.labels, {})).data
    return [one?.used_in, one?.for_fan, uses.posts.length, uses.messages, folders.length, tags.length]
  }
  expect(await read()).toEqual([{ posts: 1, messages: 1 }, 'sent', 1, 1, 1, 1])
  await api.call(alice, posts.remove, { id: post.id })
  await api.call(alice, chat.remove, { id: message })
  await api.call(alice, contract.remove, { id: labelled })
  expect(await read()).toEqual([{ posts: 0, messages: 0 }, 'never', 0, 0, 0, 0])
})

it('says in the vault what this fan owns, and to no operator without can_chat', async () => {
  const { operator, creator } = await makeAgency(api, rights('can_medias'))
  const [fan, buyer] = [await api.makeUser(), await rich()]
  const { mediaId } = await makePaidPost(api, creator, 5)
  expect(await unlock(buyer, mediaId)).toBe('sold')
  const forFan = async ({ id }: Actor) => (await api.call(creator, contract.vault, { for: id })).data.data[0]?.for_fan
  expect([await forFan(fan), await forFan(buyer)]).toEqual(['never', 'owned'])
  const browser = await actAs(api, operator, creator)
  expect((await api.call(browser, contract.vault, { for: buyer.id })).refusal).toMatchObject({ flag: 'can_chat' })
  expect((await api.call(browser, contract.vault, {})).status).toBe(200)
})

it('notifies of a sale who wants to know, although another creator does not', async () => {
  const [bob, alice, carol, fan] = [
    await makeCreator(api),
    await makeCreator(api),
    await makeCreator(api),
    await rich(),
  ]
  for (const it of [bob, carol])
    expect((await api.call(it, notifications.setSettings, { group: 'money', app: false })).status).toBe(200)
  const { mediaId } = await makePaidPost(api, alice, 5)
  expect(await unlock(fan, mediaId)).toBe('sold')
  const { data } = (await api.call(alice, notifications.list, {})).data
  expect(data.map((it) => it.type)).toEqual(['media_sold'])
})

it('counts the messages with a media up to a hundred', async () => {
  const [alice, fan] = [await makeCreator(api), await api.makeUser()]
  const picture = await makePicture(api, alice)
  const first = await send(alice, fan, picture)
  const [row] = await api.db.select().from(messages).where(eq(messages.id, first))
  if (row === undefined) throw new Error('the message is not there')
  const repeat = async (count: number, from: number, deletedAt: Date | null) => {
    const rows = Array.from({ length: count }, (_, at) => ({ ...row, id: newId(), seq: from + at, deletedAt }))
    await api.db.insert(messages).values(rows)
    await api.db.insert(messageMedia).values(rows.map(({ id }) => ({ messageId: id, mediaId: picture, position: 0 })))
  }
  const read = async () => {
    const { data } = (await api.call(alice, contract.vault, {})).data
    return [
      data.find((it) => it.id === picture)?.used_in?.messages,
      (await api.call(alice, contract.get, { id: picture })).data.used_in?.messages,
      (await api.call(alice, contract.uses, { id: picture })).data.messages,
    ]
  }
  await repeat(50, 1_000, new Date())
  await repeat(98, 2_000, null)
  expect(await read()).toEqual([99, 99, 99])
  await repeat(10, 3_000, null)
  expect(await read()).toEqual([100, 100, 100])
})
