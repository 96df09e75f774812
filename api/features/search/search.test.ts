import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { search } from '../../../contract/search.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { block, follow, makePicture, subscribe } from '../../../tests/support/relations.ts'
import { newId } from '../../platform/db/ids.ts'
import { media } from '../../platform/db/schema/media.ts'
import { postMedia, posts } from '../../platform/db/schema/posts.ts'

let api: TestApi
let alice: Actor
let theo: Actor
let fiona: Actor
let frank: Actor

beforeAll(async () => {
  api = await openTestApi({ empty: true })
  const creator = { isCreator: true, priceCents: 999 }
  alice = await api.makeUser({ username: 'alice', displayName: 'Alice Marchetti', followersCount: 7, ...creator })
  await api.makeUser({ username: 'bob', displayName: 'Bob Ferrier', followersCount: 9, ...creator })
  theo = await api.makeUser({ username: 'theo', displayName: 'Théo Lambert', ...creator })
  fiona = await api.makeUser({ username: 'fiona', displayName: 'Fiona Wells' })
  frank = await api.makeUser({ username: 'frank', displayName: 'Frank Dubois' })
  await follow(api, fiona, alice)
  await write(alice, 'public', 'Opening night in Lyon', 5)
  await write(alice, 'followers', 'A velvet secret for followers', 4)
  await write(alice, 'subscribers', 'A velvet rehearsal', 3)
  await write(alice, 'paid', 'The velvet series', 2)
  await write(theo, 'public', 'L’été à Nantes, velvet evening', 1)
})
afterAll(() => api.close())

async function write(
  author: Actor,
  visibility: 'public' | 'followers' | 'subscribers' | 'paid',
  text: string,
  hoursAgo: number,
) {
  const at = new Date(Date.now() - hoursAgo * 3_600_000)
  const id = newId()
  await api.db.insert(posts).values({
    id,
    authorId: author.id,
    text,
    visibility,
    priceCents: visibility === 'paid' ? 500 : null,
    publishedAt: at,
    createdAt: at,
  })
  return id
}
const creators = async (actor: Actor | null, q: string) =>
  (await api.call(actor, search.results, { q })).data.data.map((it) => ('username' in it ? it.username : it.id))
const texts = async (actor: Actor | null, q: string) =>
  (await api.call(actor, search.results, { q, type: 'posts' })).data.data.map((it) => ('text' in it ? it.text : null))

describe('creators', () => {
  it.each([
    ['alice', 'alice'],
    ['  ALICE ', 'alice'],
    ['@alice', 'alice'],
    ['ali', 'alice'],
    ['alcie', 'alice'],
    ['alise', 'alice'],
    ['aice', 'alice'],
    ['march', 'alice'],
    ['marchetty', 'alice'],
    ['marcheti', 'alice'],
    ['Marchetti Alice', 'alice'],
    ['bbo', 'bob'],
    ['ferier', 'bob'],
    ['Théo', 'theo'],
    ['theo lambert', 'theo'],
    ['lamebrt', 'theo'],
  ])('finds %j as %s', async (q, username) => {
    expect((await creators(null, q))[0]).toBe(username)
  })
  it.each(['alice', 'ferrier', 'marchetti'])('forgives any one slip in %s', async (word) => {
    const [start, rest] = [(at: number) => word.slice(0, at), (at: number) => word.slice(at)]
    const slips = Array.from(word, (letter, at) => [
      start(at) + rest(at + 1),
      `${start(at)}k${rest(at + 1)}`,
      `${start(at)}k${rest(at)}`,
      start(at) + word.charAt(at + 1) + letter + rest(at + 2),
    ]).flat()
    const username = word === 'ferrier' ? 'bob' : 'alice'
    for (const slip of slips) expect([slip, (await creators(null, slip))[0]]).toEqual([slip, username])
  })
  it('answers an empty list for a name that no creator has', async () => {
    expect(await creators(fiona, 'zzzzqqqq')).toEqual([])
    expect(await creators(fiona, "' or 1=1 --")).toEqual([])
    expect(await creators(fiona, '%')).toEqual([])
  })
  it('shows no fans, and without words the best followed first', async () => {
    expect(await creators(null, 'fiona')).toEqual([])
    expect(await creators(null, '')).toEqual(['bob', 'alice', 'theo'])
  })
  it('shows none whose account is closed', async () => {
    const closed = {
      username: 'zelda',
      displayName: 'Zelda Quist',
      isCreator: true,
      followersCount: 99,
      deletedAt: new Date(),
    }
    await api.makeUser(closed)
    expect(await creators(null, 'zelda')).toEqual([])
    expect(await creators(null, 'quits')).toEqual([])
    const [first] = (await api.call(null, search.results, { q: '', limit: 1 })).data.data
    expect(first).toMatchObject({ username: 'bob' })
  })
  it('pages through the results without repeating one', async () => {
    const first = (await api.call(null, search.results, { q: '', limit: 2 })).data
    const second = (await api.call(null, search.results, { q: '', limit: 2, cursor: first.next ?? '' })).data
    expect([...first.data, ...second.data].map((it) => it.id)).toHaveLength(3)
    expect(new Set([...first.data, ...second.data].map((it) => it.id)).size).toBe(3)
    expect(second.next).toBeNull()
  })
  it('answers any text, and rejects a broken cursor', async () => {
    for (const q of ['\\', '_', '%%', '((', '\u{1f600}', 'a'.repeat(100), '"', ':*', '& | !', 'é̈']) {
      for (const type of ['creators', 'posts'] as const)
        expect((await api.call(fiona, search.results, { q, type })).status).toBe(200)
    }
    expect((await api.call(fiona, search.results, { q: 'a'.repeat(101) })).status).toBe(400)
    expect((await api.call(fiona, search.results, { q: 'a\u0000b' })).status).toBe(400)
    const forged = Buffer.from(JSON.stringify(['forgiving', 'x', 'y', 'z'])).toString('base64url')
    expect((await api.call(fiona, search.results, { q: 'alice', cursor: forged })).status).toBe(400)
  })
})

describe('posts', () => {
  it('looks only through text that the viewer may read', async () => {
    // `The velvet series` sells its words alone: only who bought it, and its author, find it by them.
    expect(await texts(null, 'velvet')).toEqual(['L’été à Nantes, velvet evening'])
    expect(await texts(fiona, 'velvet')).toEqual(['L’été à Nantes, velvet evening', 'A velvet secret for followers'])
    expect(await texts(alice, 'velvet')).toHaveLength(4)
    expect(await texts(frank, 'rehearsal')).toEqual([])
  })
  it('does not find for a subscriber what is sold beside the subscription', async () => {
    const sara = await api.makeUser({ username: 'sara' })
    await subscribe(api, sara, alice)
    expect(await texts(sara, 'rehearsal')).toEqual(['A velvet rehearsal'])
    expect(await texts(sara, 'series')).toEqual([])
  })

  it('finds by #tag what is written with it, and not the plain word or a longer tag', async () => {
    await write(theo, 'public', 'Backstage #zebra, tonight at 9', 30)
    await write(theo, 'public', 'A zebra crossing', 31)
    await write(theo, 'public', '#Zebras and #zebra_stripes', 32)
    await write(alice, 'followers', 'Only for you #zebra', 33)
    expect(await texts(null, '#zebra')).toEqual(['Backstage #zebra, tonight at 9'])
    expect(await texts(null, ' #ZEBRA ')).toEqual(['Backstage #zebra, tonight at 9'])
    expect(await texts(fiona, '#zebra')).toEqual(['Backstage #zebra, tonight at 9', 'Only for you #zebra'])
    expect(await texts(null, '#zebra_stripes')).toEqual(['#Zebras and #zebra_stripes'])
    expect(await texts(null, 'zebra')).toHaveLength(3)
  })
  it('finds the words beside a picture for sale only while the picture is there', async () => {
    const id = await write(theo, 'paid', 'Quartz lamps, and what they burned that night', 6)
    const mediaId = await makePicture(api, theo)
    await api.db.insert(postMedia).values({ postId: id, mediaId, position: 0 })
    expect(await texts(frank, 'burned')).toEqual(['Quartz lamps, and what they burned that night'])
    await api.db.update(media).set({ deletedAt: new Date() }).where(eq(media.id, mediaId))
    expect(await texts(frank, 'burned')).toEqual([])
  })
  it('does not find for a stranger the words beside a picture for followers', async () => {
    const id = await write(theo, 'followers', 'Saffron, for those who follow', 7)
    await api.db.insert(postMedia).values({ postId: id, mediaId: await makePicture(api, theo), position: 0 })
    expect(await texts(frank, 'saffron')).toEqual([])
    expect(await texts(theo, 'saffron')).toHaveLength(1)
  })
  it('matches words, prefixes of words, and accented letters', async () => {
    expect(await texts(null, 'lyon open')).toEqual(['Opening night in Lyon'])
    expect(await texts(null, 'été')).toHaveLength(1)
  })
})

it('shows neither side of a block to the other', async () => {
  await block(api, alice, frank)
  await block(api, frank, theo)
  expect(await creators(frank, 'alice')).not.toContain('alice')
  expect(await creators(frank, 'theo')).not.toContain('theo')
  expect(await creators(frank, '')).toEqual(['bob'])
  expect(await texts(frank, 'velvet')).toEqual([])
  expect(await creators(fiona, 'alice')).toContain('alice')
})
