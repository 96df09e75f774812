import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { media } from '../../../contract/media.ts'
import { notifications } from '../../../contract/notifications.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { posts as postTable } from '../../platform/db/schema/posts.ts'
import { notify } from './notify.ts'

const api = testApi()

const leave = async (it: Parameters<typeof notify>[2]) => (await api.db.transact((tx) => notify(tx, api.ctx, it)))()

/** Kind, whether the picture is locked, and its address without what signs it. */
const shown = async (who: Actor) =>
  (await api.call(who, notifications.list, {})).data.data.map((it) => [
    it.type,
    it.thumbnail?.locked,
    it.thumbnail?.picture?.split('?')[0] ?? null,
  ])
const addressOf = (mediaId: string) => expect.stringContaining(mediaId)

it('shows what a notification is about, and no bytes of what its reader may not see', async () => {
  const [alice, fiona] = [await makeCreator(api), await api.makeUser()]
  await giveCoins(api, fiona, 10)
  const sold = await makePaidPost(api, alice, 4)
  const open = await makePaidPost(api, alice, null, 1, 'public')
  for (const { postId } of [sold, open])
    await leave({ userId: fiona.id, type: 'new_post', actorId: alice.id, object: { kind: 'post', id: postId } })
  expect(await shown(fiona)).toEqual([
    ['new_post', false, addressOf(open.mediaId)],
    ['new_post', true, null],
  ])
  await api.call(fiona, media.unlock, { id: sold.mediaId, expected_price: 4 })
  expect(await shown(fiona)).toContainEqual(['new_post', false, addressOf(sold.mediaId)])
  expect(await shown(alice)).toEqual([['media_sold', false, addressOf(sold.mediaId)]])
})

it('shows no picture of a person, or of a post that was deleted', async () => {
  const [alice, fiona] = [await makeCreator(api), await api.makeUser()]
  const { postId } = await makePaidPost(api, alice, null, 1, 'public')
  await leave({ userId: alice.id, type: 'new_follower', actorId: fiona.id, object: null })
  await leave({ userId: alice.id, type: 'post_like', actorId: fiona.id, object: { kind: 'post', id: postId } })
  expect(await shown(alice)).toEqual([
    ['post_like', false, expect.any(String)],
    ['new_follower', undefined, null],
  ])
  await api.db.update(postTable).set({ deletedAt: new Date() }).where(eq(postTable.id, postId))
  expect(await shown(alice)).toEqual([
    ['post_like', undefined, null],
    ['new_follower', undefined, null],
  ])
})

it.each([
  ['with can_chat', rights('can_payment', 'can_chat'), true],
  ['without can_chat', rights('can_payment'), false],
])('shows an operator %s the picture of a message or not', async (_, permissions, isShown) => {
  const { operator, creator } = await makeAgency(api, permissions)
  const fan = await api.makeUser()
  await giveCoins(api, fan, 10)
  const { mediaId } = await makePaidPost(api, creator, 9)
  const message = (
    await api.call(creator, chat.send, { receiver_id: fan.id, content: '', media_ids: [mediaId], price: 4 })
  ).data
  await api.call(fan, media.unlock, { id: mediaId, within: message.id, expected_price: 4 })
  expect((await shown(creator))[0]).toEqual(['media_sold', false, addressOf(mediaId)])
  expect(await shown(await actAs(api, operator, creator))).toEqual([
    isShown ? ['media_sold', false, addressOf(mediaId)] : ['media_sold', undefined, null],
  ])
})
