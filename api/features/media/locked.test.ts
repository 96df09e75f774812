import type { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { media as contract } from '../../../contract/media.ts'
import { posts as postContract } from '../../../contract/posts.ts'
import { search } from '../../../contract/search.ts'
import { users as userContract } from '../../../contract/users.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import {
  lockedText,
  type MediaFixtures,
  makeMediaFixtures,
  type Place,
  places,
  type ViewerName,
  viewerNames,
} from '../../../tests/support/media-fixtures.ts'
import { block } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import type { Vars } from '../../platform/http/implement.ts'

/**
 * The media whose bytes each viewer may read, by the place they are in. Written by hand from the product rules and
 * compared with what every endpoint answers to that viewer.
 */
const visiblePlaces: Record<ViewerName, readonly Place[]> = {
  visitor: ['public', 'preview'],
  stranger: ['public', 'preview'],
  follower: ['public', 'preview', 'followers'],
  subscriber: ['public', 'preview', 'followers', 'subscribers'],
  buyer: [
    ...(['public', 'preview', 'paid', 'message', 'message_preview', 'message_free', 'bought_gone'] as const),
    ...(['bought_archived', 'archived_preview'] as const),
  ],
  blocked: ['paid'],
  lapsed: ['public', 'preview'],
  addressee: ['public', 'preview', 'message_preview', 'message_free'],
}

const api = testApi()
let app: Hono<Vars>
let alice: Actor
let viewers: MediaFixtures['viewers']
let mediaIds: MediaFixtures['mediaIds']
let postIds: MediaFixtures['postIds']
beforeAll(async () => {
  app = bytesApp(api.ctx)
  ;({ alice, viewers, mediaIds, postIds } = await makeMediaFixtures(api))
})

/** Everything that the API answers to this viewer, as one text. */
async function readEverything(viewer: Actor | null): Promise<string> {
  const bodies: unknown[] = []
  const collect = async (call: Promise<{ status: number; refusal: unknown }>) => {
    const { status, refusal } = await call
    expect(status).toBeLessThan(500)
    bodies.push(refusal)
  }
  await collect(api.call(viewer, userContract.get, { username: 'alice' }))
  await collect(api.call(viewer, postContract.ofUser, { username: 'alice' }))
  await collect(api.call(viewer, postContract.profilePage, { username: 'alice' }))
  for (const tab of ['following', 'subscribed', 'discover'] as const)
    await collect(api.call(viewer, postContract.feed, { tab }))
  for (const id of Object.values(postIds)) {
    await collect(api.call(viewer, postContract.get, { id }))
    await collect(api.call(viewer, postContract.comments, { id }))
  }
  for (const q of ['', 'words', 'locked', 'alice']) {
    for (const type of ['creators', 'posts'] as const) await collect(api.call(viewer, search.results, { q, type }))
  }
  await collect(api.call(viewer, contract.vault, {}))
  await collect(api.call(viewer, contract.unlocked, {}))
  await collect(api.call(viewer, postContract.unpublished, {}))
  for (const id of Object.values(mediaIds)) {
    await collect(api.call(viewer, contract.get, { id }))
    await collect(api.call(viewer, contract.uses, { id }))
  }
  await collect(api.call(viewer, chat.conversations, {}))
  await collect(api.call(viewer, chat.messages, { userId: alice.id }))
  return JSON.stringify(bodies)
}

describe.each(viewerNames)('what the API answers to the %s', (name) => {
  let answers: string
  /** The signed address of each media, by its id. */
  let urls: Map<string, string>
  beforeAll(async () => {
    answers = await readEverything(viewers[name])
    urls = new Map([...answers.matchAll(/\/media\/([\w-]+)\/[a-z]+\?[^"]+/g)].map((it) => [it[1] ?? '', it[0]]))
  })
  it('has an address for the media they may see and for no other', () => {
    const found = places.filter((place) => urls.has(mediaIds[place]))
    expect(new Set(found)).toEqual(new Set(visiblePlaces[name]))
  })
  it('describes the media they may see and no other', () => {
    const described = places.filter((place) => answers.includes(`A picture of ${place}.`))
    expect(new Set(described)).toEqual(new Set(visiblePlaces[name]))
  })
  it('has addresses that answer the bytes', async () => {
    for (const place of visiblePlaces[name]) {
      const headers = { cookie: viewers[name]?.cookie ?? '' }
      const answer = await app.request(urls.get(mediaIds[place]) ?? '', { headers })
      expect([answer.status, await answer.text()]).toEqual([200, `bytes of ${place}`])
    }
  })
  it('has the text of a locked post only for followers and subscribers, and of no draft', () => {
    const mayRead = name === 'follower' || name === 'subscriber'
    expect(answers.includes(lockedText)).toBe(mayRead)
    expect(answers.includes('words of draft') || answers.includes('words of scheduled')).toBe(false)
  })
  it('has addresses that answer 404 to another user, without a signature, or for another variant or media', async () => {
    for (const [id, url] of urls) {
      const isPublic = url.includes('v=p')
      const stranger = await app.request(url, { headers: { cookie: viewers.stranger?.cookie ?? '' } })
      expect(stranger.status).toBe(isPublic || name === 'stranger' ? 200 : 404)
      expect((await app.request(url)).status).toBe(isPublic ? 200 : 404)
      const headers = { cookie: viewers[name]?.cookie ?? '' }
      const larger = url.replace(/\/(small|card|full)\?/, (_, size) => (size === 'full' ? '/card?' : '/full?'))
      expect((await app.request(larger, { headers })).status).toBe(404)
      expect((await app.request(url.replace('?', '-avif?'), { headers })).status).toBe(404)
      expect((await app.request(`/media/${id}/card`, { headers })).status).toBe(404)
      const other = Object.values(mediaIds).find((it) => it !== id) ?? ''
      expect((await app.request(url.replace(id, other), { headers })).status).toBe(404)
    }
  })
})

it('signs an address for at most five minutes and answers 404 afterwards', async () => {
  const { data } = await api.call(viewers.subscriber, postContract.get, { id: postIds.subscribers })
  const url = data.media[0]?.url ?? ''
  expect(url).toContain('v=u')
  const expires = Number(/e=(\d+)/.exec(url)?.[1]) * 1_000
  expect(expires - Date.now()).toBeLessThanOrEqual(300_000)
  api.turnClock(301_000)
  expect((await app.request(url, { headers: { cookie: viewers.subscriber?.cookie ?? '' } })).status).toBe(404)
  api.turnClock(-301_000)
})

it('answers 404 to the next request of a subscriber who was blocked', async () => {
  await block(api, alice, viewers.subscriber as Actor)
  expect((await api.call(viewers.subscriber, postContract.get, { id: postIds.subscribers })).status).toBe(404)
  expect((await api.call(viewers.subscriber, contract.get, { id: mediaIds.subscribers })).status).toBe(404)
})
