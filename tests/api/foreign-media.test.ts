import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { media } from '../../api/platform/db/schema/media.ts'
import { broadcasts } from '../../contract/broadcasts.ts'
import { chat } from '../../contract/chat.ts'
import { posts } from '../../contract/posts.ts'
import { profile } from '../../contract/profile.ts'
import { requests } from '../../contract/requests.ts'
import { users } from '../../contract/users.ts'
import type { Actor } from '../support/api.ts'
import { giveCoins, makeCreator } from '../support/money.ts'
import { makePicture } from '../support/relations.ts'
import { testApi } from '../support/test-api.ts'

/** Whatever takes a media takes only one of the caller's own, ready and not deleted. */
const api = testApi()
let alice: Actor
let other: Actor
let fan: Actor
let postId: string
let requestId: string
beforeAll(async () => {
  alice = await makeCreator(api)
  other = await makeCreator(api)
  fan = await api.makeUser()
  await giveCoins(api, fan, 50)
  await api.call(fan, users.follow, { id: alice.id })
  postId = (await api.call(alice, posts.create, { text: 'Words', visibility: 'public' })).data.id
  await api.call(alice, requests.setSettings, { min_price: 5 })
  requestId = (await api.call(fan, requests.create, { id: alice.id, text: 'A song', price: 5 })).data.request.id
})

const uses: Record<string, (mediaId: string) => Promise<{ status: number }>> = {
  'a message': (id) => api.call(alice, chat.send, { receiver_id: fan.id, content: 'x', media_ids: [id] }),
  'a broadcast': (id) => api.call(alice, broadcasts.send, { audience: 'followers', content: 'x', media_ids: [id] }),
  'the preview of a broadcast': (id) =>
    api.call(alice, broadcasts.send, { audience: 'followers', content: 'x', preview_ids: [id] }),
  'a post': (id) => api.call(alice, posts.create, { text: 'x', visibility: 'public', media_ids: [id] }),
  'a changed post': (id) => api.call(alice, posts.update, { id: postId, media_ids: [id] }),
  'an avatar': (id) => api.call(alice, profile.update, { avatar_media_id: id }),
  'a cover': (id) => api.call(alice, profile.update, { cover_media_id: id }),
  'the delivery of a request': (id) => api.call(alice, requests.deliver, { id: requestId, media_ids: [id] }),
}

/** A post takes a media whose film is still being made, and shows it once it is ready. */
const takesUnfinished = ['a post', 'a changed post']

const done = expect.toSatisfy((status) => status < 300)

it.each(Object.keys(uses))(
  '%s takes no media of others, none that is failed or deleted, and none sent as a fan',
  async (name) => {
    const use = uses[name] as (mediaId: string) => Promise<{ status: number }>
    const change = async (owner: Actor, set: Partial<typeof media.$inferInsert>) => {
      const id = await makePicture(api, owner)
      await api.db.update(media).set(set).where(eq(media.id, id))
      return (await use(id)).status
    }
    expect({
      ofAnother: (await use(await makePicture(api, other))).status,
      unfinished: await change(alice, { state: 'processing' }),
      failed: await change(alice, { state: 'failed' }),
      deleted: await change(alice, { deletedAt: new Date() }),
      // Sent as a fan, before they became a creator.
      forAnother: await change(alice, { onlyFor: other.id }),
      own: (await use(await makePicture(api, alice))).status,
    }).toEqual({
      ofAnother: 404,
      unfinished: takesUnfinished.includes(name) ? done : 404,
      failed: 404,
      deleted: 404,
      forAnother: 404,
      own: done,
    })
  },
)
