import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { media as contract } from '../../../contract/media.ts'
import { posts as postContract } from '../../../contract/posts.ts'
import { search } from '../../../contract/search.ts'
import { users as userContract } from '../../../contract/users.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { newId } from '../../platform/db/ids.ts'
import { chatMembers, conversations, messageMedia, messages } from '../../platform/db/schema/chat.ts'
import { entitlements, media, purchases } from '../../platform/db/schema/media.ts'
import { postMedia, posts } from '../../platform/db/schema/posts.ts'
import { subscriptions } from '../../platform/db/schema/subscriptions.ts'
import { blocks, follows } from '../../platform/db/schema/users.ts'
import { features } from '../../features.ts'
import { readViewer } from '../../identity/viewer.ts'
import { createApp } from '../../platform/http/create-app.ts'
import type { Vars } from '../../platform/http/implement.ts'
import { imageVariants } from '../../platform/media/image.ts'
import { mediaServer } from './bytes-route.ts'

/**
 * Walks every surface as everybody and holds what comes out against this table, written by hand: the media of alice
 * whose bytes each may reach, by the name of the place they are in.
 */
const opens = {
  visitor: ['public', 'preview'],
  stranger: ['public', 'preview'],
  follower: ['public', 'preview', 'followers'],
  subscriber: ['public', 'preview', 'followers', 'subscribers'],
  // Bought the paid post and the paid message; `bought_gone` was in a post that is deleted now.
  buyer: ['public', 'preview', 'paid', 'message', 'message_preview', 'message_free', 'bought_gone'],
  // Bought the paid post, then was blocked.
  blocked: ['paid'],
  // A subscription that ended yesterday.
  lapsed: ['public', 'preview'],
  // Got the paid message, has not bought it.
  addressee: ['public', 'preview', 'message_preview', 'message_free'],
} as const
const places = [
  'public',
  'preview',
  'followers',
  'subscribers',
  'paid',
  'draft',
  'scheduled',
  'deleted',
  'unused',
  'bought_gone',
  'message',
  'message_preview',
  'message_free',
  'message_other',
] as const
type Place = (typeof places)[number]
type Who = keyof typeof opens

let api: TestApi
let app: Hono<Vars>
let alice: Actor
const people = {} as Record<Who, Actor | null>
const ids = {} as Record<Place, string>
const postIds = {} as Record<string, string>
const hidden = 'the words of a locked post'

beforeAll(async () => {
  api = await openTestApi()
  app = createApp(api.ctx, readViewer, features(api.ctx), (it) => mediaServer(it, api.ctx))
  alice = await api.makeUser({ username: 'alice', isCreator: true, priceCents: 999 })
  for (const who of Object.keys(opens) as Who[])
    people[who] = who === 'visitor' ? null : await api.makeUser({ username: `the_${who}` })
  for (const place of places) {
    ids[place] = newId()
    await api.db.insert(media).values({
      id: ids[place],
      ownerId: alice.id,
      type: 'IMAGE',
      state: 'ready',
      width: 8,
      height: 8,
      preview: 'data:image/webp;base64,AA',
      description: `A picture of ${place}.`,
    })
    for (const variant of imageVariants)
      await api.ctx.storage.put(`${ids[place]}/${variant}`, Buffer.from(`bytes of ${place}`), 'image/webp')
  }
  const hour = 3_600_000
  await post('public', 'public', ['public'], -5 * hour)
  await post('followers', 'followers', ['followers'], -4 * hour)
  await post('subscribers', 'subscribers', ['subscribers'], -3 * hour)
  await post('paid', 'paid', ['paid', 'preview'], -2 * hour)
  await post('draft', 'public', ['draft'], null)
  await post('scheduled', 'public', ['scheduled'], hour)
  await post('deleted', 'public', ['deleted', 'bought_gone'], -hour, true)
  await api.db.insert(follows).values({ followerId: of('follower'), userId: alice.id })
  await subscribe('subscriber', hour)
  await subscribe('lapsed', -24 * hour)
  await buy('buyer', 'post', postIds.paid ?? '', ['paid'])
  await buy('blocked', 'post', postIds.paid ?? '', ['paid'])
  await buy('buyer', 'post', postIds.deleted ?? '', ['bought_gone'])
  for (const who of ['buyer', 'addressee'] as const) await write(who, 500, ['message', 'message_preview'])
  for (const who of ['buyer', 'addressee'] as const) await write(who, null, ['message_free'])
  await write('lapsed', 500, ['message_other'])
  await buy('buyer', 'message', newId(), ['message'])
  await api.db.insert(blocks).values({ blockerId: alice.id, blockedId: of('blocked') })
})
afterAll(() => api.close())

const of = (who: Who): string => people[who]?.id ?? ''

async function post(
  name: string,
  visibility: 'public' | 'followers' | 'subscribers' | 'paid',
  held: Place[],
  at: number | null,
  gone = false,
) {
  const id = newId()
  postIds[name] = id
  const text = visibility === 'public' || visibility === 'paid' ? `words of ${name}` : hidden
  await api.db.insert(posts).values({
    id,
    authorId: alice.id,
    text,
    visibility,
    priceCents: visibility === 'paid' ? 500 : null,
    publishedAt: at === null ? null : new Date(Date.now() + at),
    deletedAt: gone ? new Date() : null,
  })
  await api.db
    .insert(postMedia)
    .values(
      held.map((place, position) => ({ postId: id, mediaId: ids[place], position, isPreview: place === 'preview' })),
    )
}
async function subscribe(who: Who, until: number) {
  await api.db.insert(subscriptions).values({
    id: newId(),
    fanId: of(who),
    creatorId: alice.id,
    status: 'active',
    priceCents: 999,
    startedAt: new Date(),
    activeUntil: new Date(Date.now() + until),
  })
}
async function buy(who: Who, objectKind: 'post' | 'message', objectId: string, held: Place[]) {
  const id = newId()
  await api.db
    .insert(purchases)
    .values({ id, buyerId: of(who), creatorId: alice.id, objectKind, objectId, priceCents: 500, entryId: newId() })
  await api.db
    .insert(entitlements)
    .values(held.map((place) => ({ userId: of(who), mediaId: ids[place], purchaseId: id })))
}
let seq = 0
const sessionsOf = new Map<Who, string>()
async function write(who: Who, priceCents: number | null, held: Place[]) {
  let sessionId = sessionsOf.get(who)
  if (sessionId === undefined) {
    sessionId = newId()
    sessionsOf.set(who, sessionId)
    const [userA, userB] = [alice.id, of(who)].sort() as [string, string]
    await api.db.insert(conversations).values({ id: sessionId, userA, userB, lastSeq: 9 })
    await api.db.insert(chatMembers).values([
      { userId: alice.id, otherId: of(who), sessionId, asCreator: true, lastMessageAt: new Date() },
      { userId: of(who), otherId: alice.id, sessionId, asCreator: false, lastMessageAt: new Date() },
    ])
  }
  const id = newId()
  await api.db.insert(messages).values({
    id,
    sessionId,
    seq: ++seq,
    senderId: alice.id,
    receiverId: of(who),
    content: 'for you',
    type: 'media',
    priceCents,
  })
  await api.db.insert(messageMedia).values(
    held.map((place, position) => ({
      messageId: id,
      mediaId: ids[place],
      position,
      isPreview: place === 'message_preview',
    })),
  )
}

/** Everything that the API says to this person, as one text. */
async function everythingFor(actor: Actor | null): Promise<string> {
  const said: unknown[] = []
  const ask = async (call: Promise<{ status: number; refusal: unknown }>) => {
    const { status, refusal } = await call
    expect(status).toBeLessThan(500)
    said.push(refusal)
  }
  await ask(api.call(actor, userContract.get, { username: 'alice' }))
  await ask(api.call(actor, postContract.ofUser, { username: 'alice' }))
  await ask(api.call(actor, postContract.profilePage, { username: 'alice' }))
  for (const tab of ['following', 'subscribed', 'discover'] as const)
    await ask(api.call(actor, postContract.feed, { tab }))
  for (const id of Object.values(postIds)) {
    await ask(api.call(actor, postContract.get, { id }))
    await ask(api.call(actor, postContract.comments, { id }))
  }
  for (const q of ['', 'words', 'locked', 'alice']) {
    for (const type of ['creators', 'posts'] as const) await ask(api.call(actor, search.results, { q, type }))
  }
  await ask(api.call(actor, contract.vault, {}))
  await ask(api.call(actor, contract.unlocked, {}))
  await ask(api.call(actor, postContract.unpublished, {}))
  for (const id of Object.values(ids)) {
    await ask(api.call(actor, contract.get, { id }))
    await ask(api.call(actor, contract.uses, { id }))
  }
  await ask(api.call(actor, chat.conversations, {}))
  await ask(api.call(actor, chat.messages, { userId: alice.id }))
  return JSON.stringify(said)
}

describe.each(Object.keys(opens) as Who[])('%s', (who) => {
  let said: string
  let urls: Map<string, string>
  beforeAll(async () => {
    said = await everythingFor(people[who])
    urls = new Map([...said.matchAll(/\/media\/([\w-]+)\/[a-z]+\?[^"]+/g)].map((it) => [it[1] ?? '', it[0]]))
  })
  it('reaches the bytes that are theirs, and no others', () => {
    const reached = places.filter((place) => urls.has(ids[place]))
    expect(new Set(reached)).toEqual(new Set(opens[who]))
  })
  it('is told what those show, and of no others', () => {
    const told = places.filter((place) => said.includes(`A picture of ${place}.`))
    expect(new Set(told)).toEqual(new Set(opens[who]))
  })
  it('gets them', async () => {
    for (const place of opens[who]) {
      const answer = await app.request(urls.get(ids[place]) ?? '', { headers: { cookie: people[who]?.cookie ?? '' } })
      expect([answer.status, await answer.text()]).toEqual([200, `bytes of ${place}`])
    }
  })
  it('reads no words of a locked post', () => {
    const mayRead = who === 'follower' || who === 'subscriber'
    expect(said.includes(hidden)).toBe(mayRead)
    expect(said.includes('words of draft') || said.includes('words of scheduled')).toBe(false)
  })
  it('cannot hand on what is bound to them, change its variant, or do without a signature', async () => {
    for (const [id, url] of urls) {
      const isPublic = url.includes('v=p')
      const stranger = await app.request(url, { headers: { cookie: people.stranger?.cookie ?? '' } })
      expect(stranger.status).toBe(isPublic || who === 'stranger' ? 200 : 404)
      expect((await app.request(url)).status).toBe(isPublic ? 200 : 404)
      const headers = { cookie: people[who]?.cookie ?? '' }
      expect((await app.request(url.replace('/card?', '/full?'), { headers })).status).toBe(404)
      expect((await app.request(`/media/${id}/card`, { headers })).status).toBe(404)
      const other = Object.values(ids).find((it) => it !== id) ?? ''
      expect((await app.request(url.replace(id, other), { headers })).status).toBe(404)
    }
  })
})

it('gives a signed address at most five minutes', async () => {
  const { data } = await api.call(people.subscriber, postContract.get, { id: postIds.subscribers ?? '' })
  const url = data.media[0]?.url ?? ''
  expect(url).toContain('v=u')
  const expires = Number(/e=(\d+)/.exec(url)?.[1]) * 1_000
  expect(expires - Date.now()).toBeLessThanOrEqual(300_000)
  api.turnClock(301_000)
  expect((await app.request(url, { headers: { cookie: people.subscriber?.cookie ?? '' } })).status).toBe(404)
  api.turnClock(-301_000)
})

it('closes with the next request when the right is gone', async () => {
  await api.db.insert(blocks).values({ blockerId: alice.id, blockedId: of('subscriber') })
  expect((await api.call(people.subscriber, postContract.get, { id: postIds.subscribers ?? '' })).status).toBe(404)
  expect((await api.call(people.subscriber, contract.get, { id: ids.subscribers })).status).toBe(404)
})

it('shows the vault to its owner alone, with how a fan stands to each media', async () => {
  const all = (await api.call(alice, contract.vault, { for: of('buyer'), limit: 100 })).data.data
  expect(all).toHaveLength(places.length)
  const stands = Object.fromEntries(all.map((it) => [places.find((place) => ids[place] === it.id), it.for_fan]))
  expect(stands).toMatchObject({
    paid: 'owned',
    message: 'owned',
    message_free: 'sent',
    subscribers: 'never',
    message_other: 'never',
  })
  expect((await api.call(people.stranger, contract.vault, {})).refusal.error).toBe('not_creator')
})

it('lets the owner order, find and delete; what fans bought stays', async () => {
  const { data: moved } = await api.call(alice, contract.update, {
    id: ids.paid,
    folder: 'Lyon',
    tags: ['silk', 'silk', 'red'],
    name: 'Mirror',
  })
  expect(moved).toMatchObject({ folder: 'Lyon', tags: ['silk', 'red'], name: 'Mirror' })
  expect((await api.call(alice, contract.labels, {})).data).toEqual({
    folders: [{ name: 'Lyon', count: 1 }],
    tags: [
      { name: 'red', count: 1 },
      { name: 'silk', count: 1 },
    ],
  })
  expect((await api.call(alice, contract.vault, { folder: 'Lyon' })).data.data.map((it) => it.id)).toEqual([ids.paid])
  expect((await api.call(alice, contract.vault, { tag: 'blue' })).data.data).toEqual([])
  expect((await api.call(alice, contract.uses, { id: ids.paid })).data).toMatchObject({
    posts: [{ id: postIds.paid }],
    messages: 0,
    buyers: 2,
  })
  const bob = await api.makeUser({ isCreator: true })
  for (const endpoint of [contract.update, contract.remove, contract.uses])
    expect((await api.call(bob, endpoint, { id: ids.paid })).status).toBe(404)
  expect((await api.call(alice, contract.remove, { id: ids.paid })).data).toEqual({ ok: true })
  expect((await api.call(alice, contract.remove, { id: ids.paid })).status).toBe(404)
  expect((await api.call(alice, contract.vault, { folder: 'Lyon' })).data.data).toEqual([])
  expect((await api.call(people.buyer, contract.get, { id: ids.paid })).data.url).not.toBeNull()
  expect((await api.call(people.buyer, contract.unlocked, {})).data.data.map((it) => it.media.id)).toContain(ids.paid)
  expect((await api.call(people.stranger, contract.get, { id: ids.paid })).status).toBe(404)
  const seen = (await api.call(people.stranger, postContract.get, { id: postIds.paid ?? '' })).data.media
  expect(seen.map((it) => it.id)).toEqual([ids.preview])
})

it('takes what is deleted out of messages too, but for those who bought it', async () => {
  for (const id of [ids.message_free, ids.message]) await api.call(alice, contract.remove, { id })
  const urls = async (who: Who) => {
    const { data } = (await api.call(people[who], chat.messages, { userId: alice.id })).data
    return places.filter((place) =>
      data.some((it) => it.media.some((one) => one.id === ids[place] && one.url !== null)),
    )
  }
  expect(await urls('buyer')).toEqual(['message', 'message_preview'])
  expect(await urls('addressee')).toEqual(['message_preview'])
})
