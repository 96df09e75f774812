import { beforeAll, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { media as contract } from '../../../contract/media.ts'
import { posts as postContract } from '../../../contract/posts.ts'
import type { Actor } from '../../../tests/support/api.ts'
import {
  type MediaFixtures,
  makeMediaFixtures,
  places,
  type ViewerName,
} from '../../../tests/support/media-fixtures.ts'
import { testApi } from '../../../tests/support/test-api.ts'

const api = testApi()
let alice: Actor
let viewers: MediaFixtures['viewers']
let mediaIds: MediaFixtures['mediaIds']
let postIds: MediaFixtures['postIds']
beforeAll(async () => {
  ;({ alice, viewers, mediaIds, postIds } = await makeMediaFixtures(api))
})

it('lists the vault for its owner, with what a fan owns or was sent, and refuses others with `not_creator`', async () => {
  const { data } = (await api.call(alice, contract.vault, { for: viewers.buyer?.id ?? '', limit: 100 })).data
  expect(data).toHaveLength(places.length)
  const forFan = Object.fromEntries(data.map((it) => [places.find((place) => mediaIds[place] === it.id), it.for_fan]))
  expect(forFan).toMatchObject({
    paid: 'owned',
    message: 'owned',
    message_free: 'sent',
    subscribers: 'never',
    message_other: 'never',
  })
  expect((await api.call(viewers.stranger, contract.vault, {})).refusal.error).toBe('not_creator')
})

it('stores name, folder and tags, and finds media by folder and tag', async () => {
  const { data: updated } = await api.call(alice, contract.update, {
    id: mediaIds.paid,
    folder: 'Lyon',
    tags: ['silk', 'silk', 'red'],
    name: 'Mirror',
  })
  expect(updated).toMatchObject({ folder: 'Lyon', tags: ['silk', 'red'], name: 'Mirror' })
  expect((await api.call(alice, contract.labels, {})).data).toEqual({
    folders: [{ name: 'Lyon', count: 1 }],
    tags: [
      { name: 'red', count: 1 },
      { name: 'silk', count: 1 },
    ],
  })
  const inLyon = (await api.call(alice, contract.vault, { folder: 'Lyon' })).data.data
  expect(inLyon.map((it) => it.id)).toEqual([mediaIds.paid])
  expect((await api.call(alice, contract.vault, { tag: 'blue' })).data.data).toEqual([])
  expect((await api.call(alice, contract.uses, { id: mediaIds.paid })).data).toMatchObject({
    posts: [{ id: postIds.paid }],
    messages: 0,
    buyers: 2,
  })
})

it('answers 404 to another creator who changes, deletes or looks up a media', async () => {
  const bob = await api.makeUser({ isCreator: true })
  for (const endpoint of [contract.update, contract.remove, contract.uses])
    expect((await api.call(bob, endpoint, { id: mediaIds.paid })).status).toBe(404)
})

it('removes a deleted media from the vault and the post, and leaves it to the fans who bought it', async () => {
  expect((await api.call(alice, contract.remove, { id: mediaIds.paid })).data).toEqual({ ok: true })
  expect((await api.call(alice, contract.remove, { id: mediaIds.paid })).status).toBe(404)
  expect((await api.call(alice, contract.vault, { folder: 'Lyon' })).data.data).toEqual([])
  const { buyer, stranger } = viewers
  expect((await api.call(buyer, contract.get, { id: mediaIds.paid })).data.url).not.toBeNull()
  const library = (await api.call(buyer, contract.unlocked, {})).data.data
  expect(library.map((it) => it.media.id)).toContain(mediaIds.paid)
  expect((await api.call(stranger, contract.get, { id: mediaIds.paid })).status).toBe(404)
  const inPost = (await api.call(stranger, postContract.get, { id: postIds.paid })).data.media
  expect(inPost.map((it) => it.id)).toEqual([mediaIds.preview])
})

it('removes a deleted media from messages, except for the fan who bought it', async () => {
  for (const id of [mediaIds.message_free, mediaIds.message]) await api.call(alice, contract.remove, { id })
  const openPlaces = async (name: ViewerName) => {
    const { data } = (await api.call(viewers[name], chat.messages, { userId: alice.id })).data
    const open = new Set(data.flatMap((message) => message.media.filter((it) => it.url !== null).map((it) => it.id)))
    return places.filter((place) => open.has(mediaIds[place]))
  }
  expect(await openPlaces('buyer')).toEqual(['message', 'message_preview'])
  expect(await openPlaces('addressee')).toEqual(['message_preview'])
})
