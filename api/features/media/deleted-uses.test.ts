import { beforeAll, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { posts } from '../../../contract/posts.ts'
import { vault } from '../../../contract/vault.ts'
import type { VaultFilter } from '../../../contract/vault-filter.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'

/** A media whose only post or message was deleted is as if it had never been used. */
const api = testApi()
let alice: Actor
let fan: Actor
beforeAll(async () => {
  alice = await makeCreator(api)
  fan = await api.makeUser()
})

const idsOf = async (filter: VaultFilter) => (await api.call(alice, vault.index, filter)).data.first.map((it) => it.id)
const tileOf = async (id: string) =>
  (await api.call(alice, vault.index, { for: fan.id })).data.first.find((it) => it.id === id)

it('does not count a post that was deleted', async () => {
  const { postId, mediaId } = await makePaidPost(api, alice, 5)
  expect(await tileOf(mediaId)).toMatchObject({ used: 1 })
  expect(await idsOf({ min_price: 5 })).toContain(mediaId)
  expect(await idsOf({ never: 'used' })).not.toContain(mediaId)
  await api.call(alice, posts.remove, { id: postId })
  expect(await tileOf(mediaId)).toMatchObject({ used: 0 })
  expect(await idsOf({ min_price: 5 })).not.toContain(mediaId)
  expect(await idsOf({ never: 'used' })).toContain(mediaId)
})

it('does not count a message that was deleted', async () => {
  const { postId, mediaId } = await makePaidPost(api, alice, null, 1, 'public')
  await api.call(alice, posts.remove, { id: postId })
  const sent = { receiver_id: fan.id, media_ids: [mediaId], price: 7 }
  const { id } = (await api.call(alice, chat.send, sent)).data
  expect(await tileOf(mediaId)).toMatchObject({ used: 1, for_fan: 'sent' })
  expect(await idsOf({ max_price: 7 })).toContain(mediaId)
  expect(await idsOf({ for: fan.id, for_fan: 'never' })).not.toContain(mediaId)
  for (const never of ['used', 'sent'] as const) expect(await idsOf({ never })).not.toContain(mediaId)
  await api.call(alice, chat.remove, { id })
  expect(await tileOf(mediaId)).toMatchObject({ used: 0, for_fan: 'never' })
  expect(await idsOf({ max_price: 7 })).not.toContain(mediaId)
  expect(await idsOf({ for: fan.id, for_fan: 'never' })).toContain(mediaId)
  for (const never of ['used', 'sent'] as const) expect(await idsOf({ never })).toContain(mediaId)
})
