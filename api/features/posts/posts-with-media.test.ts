import { expect, it } from 'vitest'
import { posts } from '../../../contract/posts.ts'
import { vault } from '../../../contract/vault.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { media } from '../../platform/db/schema/media.ts'

const api = testApi()
type Kind = 'IMAGE' | 'VIDEO' | 'SOUND'
const make = async (owner: Actor, type: Kind) => {
  const id = newId()
  await api.db.insert(media).values({ id, ownerId: owner.id, type, state: 'ready' })
  return id
}
const write = async (author: Actor, more: object) =>
  (await api.call(author, posts.create, { text: 'Hi', visibility: 'public', ...more })).data.id
/** The posts of a tab, through all its pages. */
const listed = async ({ username }: Actor, kind: Kind, viewer: Actor | null = null) => {
  const seen: string[] = []
  for (let cursor: string | undefined; ; ) {
    const { data } = await api.call(viewer, posts.ofUser, { username, with: kind, limit: 1, cursor })
    seen.push(...data.data.map((it) => it.id))
    if (data.next === null) return seen
    cursor = data.next
  }
}

it('lists the posts with media of a kind, newest first and page by page, pinned or not', async () => {
  const [alice, bob] = [await makeCreator(api), await makeCreator(api)]
  const [photo, film, sound] = [await make(alice, 'IMAGE'), await make(alice, 'VIDEO'), await make(alice, 'SOUND')]
  const both = await write(alice, { media_ids: [photo, film] })
  await write(alice, {})
  const again = await write(alice, { media_ids: [photo] })
  const withSound = await write(alice, { media_ids: [sound], visibility: 'subscribers' })
  await write(bob, { media_ids: [await make(bob, 'IMAGE')] })
  await api.call(alice, posts.update, { id: both, pinned: true })
  expect(await listed(alice, 'IMAGE')).toEqual([again, both])
  expect(await listed(alice, 'VIDEO')).toEqual([both])
  expect(await listed(alice, 'SOUND')).toEqual([withSound])
  expect(await listed(bob, 'SOUND')).toEqual([])
})

it('lists no draft, no deleted post and no post whose media left the vault', async () => {
  const alice = await makeCreator(api)
  const [film, gone] = [await make(alice, 'VIDEO'), await make(alice, 'VIDEO')]
  await write(alice, { media_ids: [film], draft: true })
  await write(alice, { media_ids: [film], publish_at: new Date(api.ctx.now() + 60_000).toISOString() })
  await api.call(alice, posts.remove, { id: await write(alice, { media_ids: [film] }) })
  await write(alice, { media_ids: [gone] })
  await api.call(alice, vault.change, { choice: { ids: [gone] }, act: 'delete' })
  for (const viewer of [null, alice]) expect(await listed(alice, 'VIDEO', viewer)).toEqual([])
})

it('gives no address of a locked media, and refuses a cursor of another list', async () => {
  const alice = await makeCreator(api)
  await write(alice, { media_ids: [await make(alice, 'IMAGE')], visibility: 'subscribers' })
  const { data } = (await api.call(null, posts.ofUser, { username: alice.username, with: 'IMAGE' })).data
  expect(data[0]?.media).toMatchObject([{ locked: true, url: null, small: null, full: null }])
  const cursor = Buffer.from(JSON.stringify([1, newId()])).toString('base64url')
  const { refusal } = await api.call(null, posts.ofUser, { username: alice.username, with: 'IMAGE', cursor })
  expect(refusal.error).toBe('invalid_input')
})
