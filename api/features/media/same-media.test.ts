import { beforeAll, describe, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { media } from '../../../contract/media.ts'
import { costOfRest } from '../../../contract/policy/share.ts'
import { posts } from '../../../contract/posts.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, ledgerOf, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { follow } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { insertMessage } from '../chat/send.ts'

/** A media that several posts and messages hold is as open in each of them as in the one that opens it. */
const api = testApi({ money: true })
let alice: Actor
let fiona: Actor
beforeAll(async () => {
  alice = await makeCreator(api, 0)
  fiona = await api.makeUser()
  await giveCoins(api, fiona, 1_000)
})

const send = (mediaIds: string[], price: number | null, to = fiona) =>
  api.db.transact((tx) =>
    insertMessage(tx, api.ctx, {
      senderId: alice.id,
      receiverId: to.id,
      content: '',
      type: 'media',
      priceCents: price === null ? null : price * 100,
      media: mediaIds.map((id) => ({ id, isPreview: false })),
    }),
  )
const postOf = (media_ids: string[], visibility: 'public' | 'followers') =>
  api.call(alice, posts.create, { text: 'The same again', visibility, media_ids }).then(({ data }) => data.id)
const lockedIn = async (actor: Actor | null, id: string) =>
  (await api.call(actor, posts.get, { id })).data.media.map((it) => [it.locked, it.url === null])
const lockedInChat = async (actor: Actor, ids: string[]) => {
  const { data } = await api.call(actor, chat.messages, { userId: alice.id })
  return data.data
    .filter((it) => it.price !== null)
    .flatMap((it) => it.media)
    .filter((it) => ids.includes(it.id))
    .map((it) => it.locked)
}
const [open, shut] = [
  [false, false],
  [true, true],
]

describe('a picture of a public post that a paid post sells as well', () => {
  let paid: Awaited<ReturnType<typeof makePaidPost>>
  let publicPost: string
  beforeAll(async () => {
    paid = await makePaidPost(api, alice, 5, 2)
    publicPost = await postOf(paid.mediaIds.slice(0, 1), 'public')
  })
  it('is open there for fans and visitors, and the rest is locked', async () => {
    for (const actor of [fiona, null]) expect(await lockedIn(actor, paid.postId)).toEqual([open, shut])
    const { data } = await api.call(fiona, posts.ofUser, { username: alice.username })
    expect(data.data.find((it) => it.id === paid.postId)?.media.map((it) => it.locked)).toEqual([false, true])
    const page = await api.call(null, posts.profilePage, { username: alice.username })
    expect(page.data.posts.data.find((it) => it.id === paid.postId)?.media.map((it) => it.locked)).toEqual([
      false,
      true,
    ])
  })
  it('leaves a post that sells nothing else open, with nothing to unlock', async () => {
    const only = await makePaidPost(api, alice, 5, 1)
    await postOf(only.mediaIds, 'public')
    const { data } = await api.call(fiona, posts.get, { id: only.postId })
    expect([data.access.allowed, data.access.offers, data.media[0]?.locked]).toEqual([true, [], false])
    expect(
      (await api.call(fiona, media.unlock, { id: only.mediaIds[0] ?? '', expected_price: 5 })).data.meta.charged,
    ).toBe(0)
  })
  it('is open in a message that sells it', async () => {
    await send(paid.mediaIds, 7)
    expect(await lockedInChat(fiona, paid.mediaIds)).toEqual([false, true])
  })
  it('is locked again when the public post is deleted', async () => {
    await api.call(alice, posts.remove, { id: publicPost })
    for (const actor of [fiona, null]) expect(await lockedIn(actor, paid.postId)).toEqual([shut, shut])
    expect(await lockedInChat(fiona, paid.mediaIds)).toEqual([true, true])
  })
})

it('is open for those whom another post lets in, and for no one else', async () => {
  const [follower, stranger] = [await api.makeUser(), await api.makeUser()]
  const paid = await makePaidPost(api, alice, 5)
  await postOf(paid.mediaIds, 'followers')
  await follow(api, follower, alice)
  expect(await lockedIn(follower, paid.postId)).toEqual([open])
  for (const actor of [stranger, null]) expect(await lockedIn(actor, paid.postId)).toEqual([shut])
})

it('is open in a paid post for the one receiver of a message without a price', async () => {
  const [receiver, stranger] = [await api.makeUser(), await api.makeUser()]
  const paid = await makePaidPost(api, alice, 5)
  await send(paid.mediaIds, null, receiver)
  expect(await lockedIn(receiver, paid.postId)).toEqual([open])
  for (const actor of [stranger, null]) expect(await lockedIn(actor, paid.postId)).toEqual([shut])
})

it('is left out of the price of a post that sells it with others, as the app shows it', async () => {
  const fan = await api.makeUser()
  await giveCoins(api, fan, 100)
  const paid = await makePaidPost(api, alice, 9, 3)
  const [shown = '', owned = '', rest = ''] = paid.mediaIds
  await postOf([shown], 'public')
  await send([owned], 2, fan)
  await api.call(fan, media.unlock, { id: owned, expected_price: 2 })
  const { data } = await api.call(fan, posts.get, { id: paid.postId })
  expect([costOfRest(9, data.media), data.media.map((it) => it.locked)]).toEqual([4.5, [false, false, true]])
  const bought = await api.call(fan, media.unlock, { id: rest, expected_price: 9, within: paid.postId })
  expect(bought.status).toBe(200)
  expect(bought.data.meta.charged).toBe(4.5)
})

it('is open wherever it appears once it is bought, and the library shows it once', async () => {
  const paid = await makePaidPost(api, alice, 5)
  const again = await api.call(alice, posts.create, {
    text: 'Again',
    visibility: 'paid',
    price: 9,
    media_ids: paid.mediaIds,
  })
  await send(paid.mediaIds, 7)
  await api.call(fiona, media.unlock, { id: paid.mediaIds[0] ?? '', expected_price: 5, within: paid.postId })
  expect(await lockedIn(fiona, again.data.id)).toEqual([open])
  expect(await lockedInChat(fiona, paid.mediaIds)).toEqual([false])
  const { data } = await api.call(fiona, media.unlocked, {})
  expect(data.data.filter((it) => JSON.stringify(it).includes(paid.mediaIds[0] ?? ''))).toHaveLength(1)
  expect(await ledgerOf(api)).toEqual([])
})
