import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import sharp from 'sharp'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { posts } from '../../../contract/posts.ts'
import { creatorCard, postCard } from '../../../contract/share-cards.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { media } from '../../platform/db/schema/media.ts'
import type { Vars } from '../../platform/http/implement.ts'
import { makeImage } from '../../platform/media/image.ts'
import { cardLine, cardName, cardWords } from './card-text.ts'

const api = testApi()
let app: Hono<Vars>
let alice: Actor
let [red, blue] = ['', '']
beforeAll(async () => {
  app = bytesApp(api.ctx)
  alice = await api.makeUser({ isCreator: true, displayName: 'Élodie & <Co>' })
})
beforeEach(async () => {
  red = await addPicture('#f00000')
  blue = await addPicture('#0000f0')
  await api.db.update(users).set({ avatarMediaId: null, coverMediaId: null }).where(eq(users.id, alice.id))
})

async function addPicture(background: string): Promise<string> {
  const id = newId()
  const bytes = await sharp({ create: { width: 640, height: 400, channels: 3, background } })
    .png()
    .toBuffer()
  const { variants, width, height } = await makeImage(bytes)
  await api.db.insert(media).values({ id, ownerId: alice.id, type: 'IMAGE', state: 'ready', width, height })
  for (const [variant, picture] of Object.entries(variants))
    await api.ctx.storage.put(`${id}/${variant}`, picture.bytes, picture.type)
  return id
}
const get = async (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })
const write = async (input: Partial<Parameters<typeof api.call<typeof posts.create>>[2]> = {}) =>
  (await api.call(alice, posts.create, { text: 'Words', visibility: 'public', media_ids: [blue], ...input })).data.id
/** The mean colour of the upper right part of a card, where nothing is written. */
async function colourOf(answer: Response) {
  const picture = sharp(await answer.arrayBuffer()).extract({ left: 700, top: 60, width: 400, height: 200 })
  const { channels } = await picture.stats()
  const [r = 0, , b = 0] = channels.map((it) => it.mean)
  return r - b > 30 ? 'red' : b - r > 30 ? 'blue' : 'dark'
}

it('draws no post of someone who is no creator any more', async () => {
  const id = await write()
  expect((await get(postCard(id, 'en'))).status).toBe(200)
  await api.db.update(users).set({ isCreator: false }).where(eq(users.id, alice.id))
  expect((await get(postCard(id, 'en'))).status).toBe(404)
  await api.db.update(users).set({ isCreator: true }).where(eq(users.id, alice.id))
})

it('draws the cover and the name of a creator, 1200 by 630', async () => {
  await api.db.update(users).set({ avatarMediaId: blue, coverMediaId: red }).where(eq(users.id, alice.id))
  const answer = await get(creatorCard(alice.username, 'en'))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const copy = answer.clone()
  expect(await sharp(await copy.arrayBuffer()).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
  expect(await colourOf(answer)).toBe('red')
})

it('draws a creator without pictures, and one whose bytes are gone', async () => {
  expect(await colourOf(await get(creatorCard(alice.username, 'fr')))).toBe('dark')
  await api.db.update(users).set({ avatarMediaId: red, coverMediaId: red }).where(eq(users.id, alice.id))
  await api.ctx.storage.remove(`${red}/card`)
  expect(await colourOf(await get(creatorCard(alice.username, 'fr')))).toBe('dark')
})

it('answers 404 for a fan, an unknown name, another language and a deleted creator', async () => {
  const fan = await api.makeUser()
  const gone = await api.makeUser({ isCreator: true, deletedAt: new Date() })
  for (const path of [
    creatorCard(fan.username, 'en'),
    creatorCard('nobody_here', 'en'),
    creatorCard(gone.username, 'en'),
    `/media/cards/creator/${alice.username}/de`,
    postCard(newId(), 'en'),
    postCard('no-id', 'en'),
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})

it('draws the picture of a post that everyone may see', async () => {
  expect(await colourOf(await get(postCard(await write(), 'en')))).toBe('blue')
})

it.each([
  ['for followers', { visibility: 'followers' }],
  ['for subscribers with a preview', { visibility: 'subscribers', preview: true }],
  ['to buy', { visibility: 'paid', price: 5 }],
  ['that is a draft', { draft: true }],
] as const)('answers 404 for a post %s, to its author too', async (_case, { preview, ...input }: Case) => {
  const id = await write({ ...input, ...(preview && { preview_ids: [blue] }) })
  expect((await get(postCard(id, 'en'))).status).toBe(404)
  expect((await get(postCard(id, 'en'), { cookie: alice.cookie })).status).toBe(404)
})
type Case = { visibility?: 'followers' | 'subscribers' | 'paid'; price?: number; draft?: boolean; preview?: boolean }

it('answers 404 once the post is no longer for everyone, and 304 to who has the card while it is', async () => {
  const id = await write()
  const first = await get(postCard(id, 'en'))
  const etag = { 'if-none-match': first.headers.get('etag') ?? '' }
  expect([first.status, (await get(postCard(id, 'en'), etag)).status]).toEqual([200, 304])
  await api.call(alice, posts.update, { id, visibility: 'subscribers' })
  expect((await get(postCard(id, 'en'), etag)).status).toBe(404)
})

it('draws a card once, and again when something on it has changed', async () => {
  const reads = vi.spyOn(api.ctx.storage, 'read')
  const id = await write()
  const ask = async () => (await get(postCard(id, 'en'))).headers.get('etag')
  const first = await ask()
  const drawn = reads.mock.calls.length
  expect(drawn).toBeGreaterThan(0)
  expect([await ask(), reads.mock.calls.length]).toEqual([first, drawn])
  await api.call(alice, posts.update, { id, text: 'Other words' })
  expect(await ask()).not.toBe(first)
  expect(reads.mock.calls.length).toBeGreaterThan(drawn)
})

it('refuses with 503 what would wait behind more than eight others', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, (_, at) => write({ text: `Words ${at}` })))
  const held = Promise.withResolvers<null>()
  vi.spyOn(api.ctx.storage, 'read').mockImplementationOnce(() => held.promise)
  const statuses: number[] = []
  const asked = ids.map(async (id) => statuses.push((await get(postCard(id, 'en'))).status))
  await vi.waitFor(() => expect(statuses).toEqual([503, 503, 503, 503]))
  held.resolve(null)
  await Promise.all(asked)
  expect(statuses.slice(4)).toEqual(Array(8).fill(200))
})

it.each([
  ['Élodie', 'Élodie'],
  ['Night 🌙 Owl', 'Night Owl'],
  ['🌙', '@owl'],
  [null, '@owl'],
  ['夜', '@owl'],
  ['\u202egnihT', 'gnihT'],
])('writes the display name %s as %s', (name, written) => {
  expect(cardName(name, 'owl')).toBe(written)
})

it('names followers and posts from ten on, as each language writes numbers', () => {
  expect(cardLine('owl', { followers: 9, posts: 9 }, 'en')).toBe('@owl')
  expect(cardLine('owl', { followers: 1234, posts: 10 }, 'en')).toBe('@owl · 1,234 followers · 10 posts')
  expect(cardLine('owl', { followers: 1234, posts: 10 }, 'fr')).toBe('@owl · 1 234 followers · 10 publications')
})

it('writes the beginning of a text in one line, and none in letters that it lacks', () => {
  expect(cardWords('Tonight\n  at eight')).toBe('Tonight at eight')
  expect(cardWords('word '.repeat(100))).toMatch(/^(word ){27}\w*…$/)
  expect([cardWords(null), cardWords('夜 at eight')]).toEqual([null, null])
})
