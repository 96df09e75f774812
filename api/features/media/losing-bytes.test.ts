import type { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import { account } from '../../../contract/account.ts'
import { chat } from '../../../contract/chat.ts'
import { media } from '../../../contract/media.ts'
import { posts } from '../../../contract/posts.ts'
import { profile } from '../../../contract/profile.ts'
import { rates } from '../../../contract/rates.ts'
import { staff as staffContract } from '../../../contract/staff.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { users } from '../../../contract/users.ts'
import { wallet } from '../../../contract/wallet.ts'
import type { Actor, TestApi } from '../../../tests/support/api.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { block, follow } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import type { Vars } from '../../platform/http/implement.ts'
import { imageVariants } from '../../platform/media/image.ts'

const appOf = (api: TestApi): Hono<Vars> => bytesApp(api.ctx)

async function putBytes(api: TestApi, mediaId: string): Promise<void> {
  for (const variant of imageVariants)
    await api.ctx.storage.put(`${mediaId}/${variant}`, Buffer.from('bytes'), 'image/webp')
}

describe('the bytes of a media', () => {
  const api = testApi({ money: true })
  let app: Hono<Vars>
  let staff: Actor
  beforeAll(async () => {
    app = appOf(api)
    staff = await api.makeUser({ role: 'staff' })
  })

  const get = (url: string, actor: Actor | null, headers: Record<string, string> = {}) =>
    app.request(url, { headers: { cookie: actor?.cookie ?? '', ...headers } })
  const statusAt = async (url: string, actor: Actor | null) => (await get(url, actor)).status

  /** A follower and the address of a picture that a creator shows to followers. */
  async function openPicture() {
    const [alice, fiona] = [await makeCreator(api), await api.makeUser()]
    await follow(api, fiona, alice)
    const { postId, mediaId } = await makePaidPost(api, alice, null, 1, 'followers')
    await putBytes(api, mediaId)
    const url = (await api.call(fiona, posts.get, { id: postId })).data.media[0]?.url ?? ''
    expect(await statusAt(url, fiona)).toBe(200)
    return { alice, fiona, postId, mediaId, url }
  }
  type Open = Awaited<ReturnType<typeof openPicture>>

  const losses: [string, (it: Open) => Promise<unknown>][] = [
    ['a block by the creator', ({ alice, fiona }) => block(api, alice, fiona)],
    ['a block by the fan', ({ alice, fiona }) => block(api, fiona, alice)],
    ['the end of following', ({ alice, fiona }) => api.call(fiona, users.unfollow, { id: alice.id })],
    ['the deletion of the post', ({ alice, postId }) => api.call(alice, posts.remove, { id: postId })],
    ['the deletion of the media', ({ alice, mediaId }) => api.call(alice, media.remove, { id: mediaId })],
    ['a takedown', ({ alice }) => api.call(staff, staffContract.suspend, { id: alice.id, reason: 'illegal content' })],
    [
      'a stricter post',
      ({ alice, postId }) => api.call(alice, posts.update, { id: postId, visibility: 'subscribers' }),
    ],
  ]
  it.each(losses)('are not sent after %s', async (_, lose) => {
    const open = await openPicture()
    await lose(open)
    expect(await statusAt(open.url, open.fiona)).toBe(404)
  })

  it('are not sent after a refund', async () => {
    const [alice, fiona] = [await makeCreator(api), await api.makeUser()]
    await giveCoins(api, fiona, 10)
    const { mediaId } = await makePaidPost(api, alice, 5)
    await putBytes(api, mediaId)
    const url = (await api.call(fiona, media.unlock, { id: mediaId, expected_price: 5 })).data.media.url ?? ''
    expect(await statusAt(url, fiona)).toBe(200)
    const [sale] = (await api.call(fiona, wallet.transactions, {})).data.data
    expect(
      (await api.call(staff, staffMoney.refund, { entry_id: sale?.id ?? '', reason: 'Not as shown' })).status,
    ).toBe(200)
    expect(await statusAt(url, fiona)).toBe(404)
  })

  it('are sent to who bought them after a block and the deletion of the post', async () => {
    const [alice, fiona] = [await makeCreator(api), await api.makeUser()]
    await giveCoins(api, fiona, 10)
    const { mediaId, postId } = await makePaidPost(api, alice, 5)
    await putBytes(api, mediaId)
    const url = (await api.call(fiona, media.unlock, { id: mediaId, expected_price: 5 })).data.media.url ?? ''
    await api.call(alice, posts.remove, { id: postId })
    await block(api, alice, fiona)
    expect(await statusAt(url, fiona)).toBe(200)
  })

  it('are not sent after the message with them was deleted', async () => {
    const [bob, frank] = [await makeCreator(api), await api.makeUser()]
    const { mediaId } = await makePaidPost(api, bob, 5)
    await putBytes(api, mediaId)
    const sent = await api.call(bob, chat.send, { receiver_id: frank.id, content: '', media_ids: [mediaId] })
    const url = (await api.call(frank, chat.messages, { userId: bob.id })).data.data[0]?.media[0]?.url ?? ''
    expect([await statusAt(url, frank), await statusAt(sent.data.media[0]?.url ?? '', bob)]).toEqual([200, 200])
    await api.call(bob, chat.remove, { id: sent.data.id })
    expect(await statusAt(url, frank)).toBe(404)
  })

  it.each([
    ['suspended', (who: Actor) => api.call(staff, staffContract.suspend, { id: who.id, reason: 'fraud' })],
    ['deleted', (who: Actor) => api.call(who, account.requestDeletion, { username: who.username })],
  ])('are not sent as avatar or cover of a %s user', async (_, close) => {
    const alice = await makeCreator(api)
    const { mediaIds } = await makePaidPost(api, alice, 5, 2)
    const [avatar = '', cover = ''] = mediaIds
    for (const id of mediaIds) await putBytes(api, id)
    await api.call(alice, profile.update, { avatar_media_id: avatar, cover_media_id: cover })
    const shown = (await api.call(null, users.get, { username: alice.username })).data
    const urls = [shown.avatar ?? '', shown.cover ?? '']
    for (const url of urls) expect(await statusAt(url, null)).toBe(200)
    expect((await close(alice)).status).toBe(200)
    for (const url of urls) expect(await statusAt(url, null)).toBe(404)
  })

  it('are kept by browsers and proxies for half a minute, then asked for again without being sent again', async () => {
    const { url, fiona, alice, mediaId } = await openPicture()
    const first = await get(url, fiona)
    expect(first.headers.get('cache-control')).toBe('private, max-age=30, must-revalidate')
    const etag = first.headers.get('etag') ?? ''
    const again = await get(url, fiona, { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    await api.call(alice, profile.update, { avatar_media_id: mediaId })
    const avatar = (await api.call(null, users.get, { username: alice.username })).data.avatar ?? ''
    expect((await get(avatar, null)).headers.get('cache-control')).toBe('public, max-age=30, must-revalidate')
    await block(api, alice, fiona)
    expect((await get(url, fiona, { 'if-none-match': etag })).status).toBe(404)
  })

  it('are answered with one statement beside the one that reads the viewer, and with one to visitors', async () => {
    const { url, fiona, mediaId, alice } = await openPicture()
    await api.call(alice, profile.update, { avatar_media_id: mediaId })
    const avatar = (await api.call(null, users.get, { username: alice.username })).data.avatar ?? ''
    const { run } = api.ctx.db
    const names: string[] = []
    api.ctx.db.run = (statement, values) => {
      names.push(statement.name)
      return run(statement, values)
    }
    await get(url, fiona)
    expect(names).toHaveLength(2)
    await get(avatar, null)
    api.ctx.db.run = run
    expect(names).toHaveLength(3)
  })
})

describe('the rate of media', () => {
  const api = testApi({ env: { RATE_LIMITS: 'default' } })

  it('is limited for each caller', async () => {
    const app = appOf(api)
    const ask = (address: string) => app.request('/media/x/card?v=p', { headers: { 'x-fanfare-address': address } })
    for (let n = 0; n < rates.media.points; n++) expect((await ask('198.51.100.9')).status).toBe(404)
    expect((await ask('198.51.100.9')).status).toBe(429)
    expect((await ask('198.51.100.10')).status).toBe(404)
  })
})
