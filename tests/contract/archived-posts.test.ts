import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { posts as postRows } from '../../api/platform/db/schema/posts.ts'
import { albums } from '../../contract/albums.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { posts } from '../../contract/posts.ts'
import type { Actor } from '../support/api.ts'
import { giveCoins, makeCreator } from '../support/money.ts'
import { follow, makePicture, subscribe } from '../support/relations.ts'
import { testApi } from '../support/test-api.ts'

/**
 * Every endpoint that is read is asked, by everyone, before and after posts were archived or their time was over (product
 * §80). What it answered of a post before shows that the walk would see it.
 */
const api = testApi()
let endpoints: Endpoint[]
let creator: Actor
/** All posts of the creator are in it. */
let album: string
const readers: Record<string, Actor | null> = { visitor: null }
/** By the name of each post: its id, and a word that stands in no other. */
const written: Record<string, { id: string; word: string; media: string }> = {}

beforeAll(async () => {
  const folder = fileURLToPath(new URL('../../contract', import.meta.url))
  const modules = globSync('*.ts', { cwd: folder }).filter((name) => !name.endsWith('.test.ts'))
  const exported = await Promise.all(modules.map((file): Promise<object> => import(`${folder}/${file}`)))
  endpoints = exported
    .flatMap((it) => Object.values(it))
    .flatMap((it) => Object.values(it ?? {}))
    .filter((it): it is Endpoint => typeof it === 'object' && it !== null && 'access' in it && 'method' in it)
    .filter(({ method }) => method === 'GET')

  creator = await makeCreator(api)
  readers.fan = await api.makeUser()
  readers.buyer = await api.makeUser()
  readers.colleague = await makeCreator(api)
  readers.staff = await api.makeUser({ role: 'staff' })
  readers.author = creator
  for (const name of ['fan', 'buyer'] as const) {
    await follow(api, readers[name] as Actor, creator)
    await subscribe(api, readers[name] as Actor, creator)
    await giveCoins(api, readers[name] as Actor, 50)
  }
  album = (await api.call(creator, albums.create, { name: 'Album' })).data.id
  await write('public', {})
  await write('subscribers', { visibility: 'subscribers' })
  await write('paid', { visibility: 'paid', price: 3 })
  const { id = '', word } = written.paid ?? {}
  await api.call(readers.buyer as Actor, posts.unlock, { id, expected_price: 3 })
  await api.call(readers.buyer as Actor, posts.addComment, { id, text: `on ${word}` })
})

async function write(name: string, writing: Partial<Parameters<typeof api.call<typeof posts.create>>[2]>) {
  const word = `zymurgy${name}`
  const media = await makePicture(api, creator)
  const draft = { text: `${word} #${word}`, visibility: 'public' as const, media_ids: [media], ...writing }
  const { id } = (await api.call(creator, posts.create, draft)).data
  written[name] = { id, word, media }
  await api.call(creator, albums.addPost, { id: album, postId: id })
  for (const reader of [readers.fan, readers.buyer] as Actor[]) {
    await api.call(reader, posts.bookmark, { id })
    await api.call(reader, posts.like, { id })
    await api.call(reader, posts.addComment, { id, text: `on ${word}` })
  }
}

/** What is asked beside the plain call, by path. */
const further = (word: string): Record<string, Record<string, string>[]> => ({
  '/api/feed': [{ tab: 'following' }, { tab: 'subscribed' }, { tab: 'discover' }],
  '/api/search': [
    { q: word, type: 'posts' },
    { q: `#${word}`, type: 'posts' },
    { q: '', type: 'posts' },
  ],
  '/api/users/{username}/posts': [{ with: 'IMAGE' }, {}],
  '/api/posts': [{ state: 'unpublished' }, { state: 'archived' }],
})

/** The endpoints that name a post to a reader, by their paths. */
async function namers(reader: Actor | null, { id, word, media }: (typeof written)[string]): Promise<string[]> {
  const today = new Date(api.ctx.now()).toISOString().slice(0, 10)
  const found: string[] = []
  for (const endpoint of endpoints) {
    const fill = {
      username: creator.username,
      id,
      userId: creator.id,
      day: today,
      part: creator.id.slice(-1),
      content_hash: '0'.repeat(64),
      code: 'aaaaaaaa',
    }
    for (const query of further(word)[endpoint.path] ?? [{ from: today, days: '1', time_zone: 'UTC' }]) {
      const isAlbum = /albums\/\{id\}/.test(endpoint.path)
      const own = isAlbum ? { id: album } : endpoint.path.startsWith('/api/private-medias/{id}') ? { id: media } : {}
      const named = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key: keyof typeof fill) =>
        encodeURIComponent({ ...fill, ...own }[key] ?? id),
      )
      const path = `${named}?${new URLSearchParams(query)}`
      const answer = await (await api.fetch(reader, path)).text()
      if (answer.includes(word) || answer.replaceAll(path, '').includes(id)) found.push(endpoint.path)
    }
  }
  return [...new Set(found)].sort()
}

const open = [
  '/api/albums/{id}/posts',
  '/api/posts/{id}',
  '/api/posts/{id}/comments',
  '/api/search',
  '/api/users/{username}/page',
  '/api/users/{username}/posts',
]
const signedIn = [...open, '/api/bookmarks', '/api/feed'].sort()
const own = [
  ...open,
  '/api/creator/albums/{id}/choices',
  '/api/creator/calendar',
  '/api/feed',
  '/api/notifications',
  '/api/private-medias/{id}/uses',
  '/api/sitemap/posts/{day}',
].sort()

const bought = ['/api/bookmarks', '/api/posts/{id}', '/api/posts/{id}/comments', '/api/wallet/transactions']

describe('a post that is out', () => {
  it('is named where it is listed', async () => {
    expect(await namers(null, written.public as never)).toEqual([...open, '/api/sitemap/posts/{day}'].sort())
    for (const name of ['fan', 'buyer'])
      expect(await namers(readers[name] as Actor, written.subscribers as never)).toEqual(signedIn)
    expect(await namers(creator, written.public as never)).toEqual(own)
  })
})

describe.each<[string, Partial<typeof postRows.$inferInsert>]>([
  ['was archived', { archivedAt: new Date(Date.now() - 1_000) }],
  ['is over, before the job has archived it', { expiresAt: new Date(Date.now() - 1_000) }],
])('a post that %s', (_, change) => {
  beforeAll(async () => {
    const nothing = { archivedAt: null, expiresAt: null }
    await api.db
      .update(postRows)
      .set({ ...nothing, ...change })
      .where(eq(postRows.authorId, creator.id))
  })

  it.each(['visitor', 'fan', 'colleague', 'staff'])('is named to the %s by nothing', async (name) => {
    for (const post of Object.values(written))
      expect([post.word, await namers(readers[name] ?? null, post)]).toEqual([post.word, []])
  })

  it('is named to who bought it by its link, their bookmarks and their purchases', async () => {
    const buyer = readers.buyer as Actor
    expect(await namers(buyer, written.paid as never)).toEqual(bought)
    expect(await namers(buyer, written.subscribers as never)).toEqual([])
  })

  it('is named to its author by its link, the list of archived posts, and what is about it', async () => {
    const about = ['/api/creator/calendar', '/api/notifications', '/api/private-medias/{id}/uses']
    expect(await namers(creator, written.public as never)).toEqual(
      [...about, '/api/posts', '/api/posts/{id}', '/api/posts/{id}/comments'].sort(),
    )
  })
})
