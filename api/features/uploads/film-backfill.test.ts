import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Actor } from '../../../tests/support/api.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import { writeFilm } from '../../../tests/support/encoded-film.ts'
import { runQueued } from '../../../tests/support/jobs.ts'
import {
  copyFilm,
  filmBytes,
  makeFilmAudience,
  partAddresses,
  publishFilm,
} from '../../../tests/support/marked-films.ts'
import { fetchVariant } from '../../../tests/support/marked-pictures.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { media } from '../../platform/db/schema/media.ts'
import type { Vars } from '../../platform/http/implement.ts'
import { log } from '../../platform/log.ts'
import { printName } from '../../platform/media/film-sizes.ts'
import { makeRendition, type RenditionOrder } from '../../platform/media/make-rendition.ts'
import { startFilmBackfill } from './film-backfill.ts'
import { filmLeftoverQueue } from './film-leftovers.ts'
import { makeFilmSizes } from './film-sizes.ts'
import { readUntraceable } from './statements.ts'

vi.mock('../../platform/media/make-rendition.ts', { spy: true })

/** Films as they were left by the version that made one copy of each size: no second copy, no print, no word of either. */
const api = testApi()
const facts = { width: 640, height: 480, seconds: 8 }
let app: Hono<Vars>
let alice: Actor
let fans: [Actor, Actor]
let follower: Actor
let film: Buffer
let first: string
beforeAll(async () => {
  app = bytesApp(api.ctx)
  ;({ alice, fans, follower } = await makeFilmAudience(api))
  film = await filmBytes((path) => writeFilm(path, facts))
  ;({ id: first } = await publishFilm(api, alice, 'subscribers', film, facts))
  await makeFilmSizes(api.ctx, first)
}, 120_000)
beforeEach(() => void vi.mocked(makeRendition).mockClear())

/** A film of the version before, with these sizes. */
async function oldFilm(visibility: 'followers' | 'subscribers', names = ['v480', 'v240']): Promise<string> {
  const { id } = await publishFilm(api, alice, visibility, film, facts)
  await copyFilm(api, first, id)
  const made = await renditionsOf(id)
  if (made === null) throw new Error('No sizes were made.')
  const sizes = made.sizes.filter((it) => names.includes(it.name)).map(({ isMarked: _, ...it }) => it)
  await api.db
    .update(media)
    .set({ renditions: { ...made, sizes } })
    .where(eq(media.id, id))
  await api.ctx.storage.remove(`${id}/${printName}`)
  return id
}

async function renditionsOf(id: string) {
  const [row] = await api.db.select({ it: media.renditions }).from(media).where(eq(media.id, id))
  return row?.it ?? null
}
const sizesOf = async (id: string) => (await renditionsOf(id))?.sizes.map((it) => [it.name, it.isMarked])
const statusOf = async (viewer: Actor, mediaId: string, variant: string) =>
  (await fetchVariant(api, app, viewer, { mediaId, variant })).status
const backfill = async () => {
  await startFilmBackfill(api.ctx)
  await runQueued(api.ctx, api.jobs, { early: false })
}
const made = () => vi.mocked(makeRendition).mock.calls.map(([, , order]) => (order as RenditionOrder).name)
const isLeft = async () => (await api.db.run(readUntraceable, { before: null })).length > 0

// Each encodes some forty seconds of film, on a machine that may be busy.
describe('a film from before', { timeout: 120_000 }, () => {
  it('is made again in two copies, says how many are left, and gives each fan parts of their own', async () => {
    const info = vi.spyOn(log, 'info')
    const id = await oldFilm('subscribers')
    expect(await statusOf(fans[0], id, 'full')).toBe(200)
    await backfill()
    expect(made()).toEqual(['v480r', 'v480rb', 'v240r', 'v240rb'])
    expect(await sizesOf(id)).toEqual([
      ['v480r', true],
      ['v240r', true],
    ])
    expect(info).toHaveBeenCalledWith(
      'film backfill',
      expect.objectContaining({ left: 0, what: `${id}: 2 sizes in two copies` }),
    )
    expect(await api.ctx.storage.stat(`${id}/${printName}`)).not.toBeNull()
    const addresses = await partAddresses(api, app, fans[0], id, 'v240r')
    expect(addresses.map((it) => /\/([\w-]+)\?/.exec(it)?.[1])).toEqual(['v240r-p0', 'v240r-p1', 'v240r-p2'])
    for (const url of addresses)
      expect((await app.request(url, { headers: { cookie: fans[0].cookie } })).status).toBe(200)
    for (const variant of ['full', 'v480', 'v480r', 'v480rb', 'v480rb-list', 'v480-list', 'v480-p1'])
      expect([variant, await statusOf(fans[0], id, variant)]).toEqual([variant, 404])
  })

  it('plays on for half a day at the addresses from before, for who is not marked', async () => {
    const id = await oldFilm('followers', ['v240'])
    const [before] = await partAddresses(api, app, follower, id, 'v240')
    await backfill()
    const ask = async (url = '') => (await app.request(url, { headers: { cookie: follower.cookie } })).status
    expect([await ask(before), await statusOf(follower, id, 'v240r')]).toEqual([200, 200])
    await runQueued(api.ctx, api.jobs, { early: true })
    expect([await ask(before), await statusOf(follower, id, 'v240r')]).toEqual([404, 200])
    await filmLeftoverQueue.run(api.ctx, { id, name: 'v240r' })
    expect(await statusOf(follower, id, 'v240r')).toBe(200)
  })

  it('goes on behind the last size that a node finished before it died', async () => {
    const id = await oldFilm('subscribers')
    const { put } = api.ctx.storage
    const away = vi.spyOn(api.ctx.storage, 'put').mockImplementation(async (key, ...rest) => {
      if (key.endsWith('/v240rb')) throw new Error('the store is away')
      return put.call(api.ctx.storage, key, ...rest)
    })
    await expect(backfill()).rejects.toThrow('the store is away')
    away.mockRestore()
    expect(await sizesOf(id)).toEqual([
      ['v480r', true],
      ['v240', undefined],
    ])
    vi.mocked(makeRendition).mockClear()
    await runQueued(api.ctx, api.jobs, { early: true })
    expect(made()).toEqual(['v240r', 'v240rb'])
    expect(await sizesOf(id)).toEqual([
      ['v480r', true],
      ['v240r', true],
    ])
  })

  it('does not keep others waiting where it fails, and keeps its one copy where its upload is gone', async () => {
    const older = await oldFilm('subscribers', ['v240'])
    const gone = await oldFilm('subscribers', ['v240'])
    const broken = await oldFilm('subscribers', ['v240'])
    await api.ctx.storage.remove(`${gone}/full`)
    const { read } = api.ctx.storage
    const away = vi.spyOn(api.ctx.storage, 'read').mockImplementation(async (key, ...rest) => {
      if (key.startsWith(broken)) throw new Error('it cannot be read')
      return read.call(api.ctx.storage, key, ...rest)
    })
    await expect(backfill()).rejects.toThrow('it cannot be read')
    away.mockRestore()
    expect([await sizesOf(older), await sizesOf(gone), await sizesOf(broken)]).toEqual([
      [['v240r', true]],
      [['v240', false]],
      [['v240', undefined]],
    ])
    expect(await statusOf(fans[0], gone, 'v240')).toBe(200)
    await runQueued(api.ctx, api.jobs, { early: true })
    expect(await isLeft()).toBe(false)
  })

  it('waits for a node with codecs, of which the first film finds out', async () => {
    const films = [await oldFilm('subscribers', ['v240']), await oldFilm('subscribers', ['v240'])]
    vi.mocked(makeRendition).mockResolvedValueOnce({ failed: 'no codecs' })
    await expect(backfill()).rejects.toThrow('no codecs')
    expect(made()).toEqual(['v240r'])
    for (const id of films) expect(await sizesOf(id)).toEqual([['v240', undefined]])
    await runQueued(api.ctx, api.jobs, { early: true })
    expect(await isLeft()).toBe(false)
  })

  it('stays as it is where the installation has turned the backfill off, and none is enqueued when all are made', async () => {
    const waiting = async () => (await api.jobs.boss.findJobs('film-backfill', { queued: true })).length
    const id = await oldFilm('subscribers', ['v240'])
    api.ctx.env.FILM_BACKFILL = 'off'
    await startFilmBackfill(api.ctx)
    api.ctx.env.FILM_BACKFILL = 'on'
    expect([await waiting(), await isLeft()]).toEqual([0, true])
    for (const _ of [1, 2, 3]) await startFilmBackfill(api.ctx)
    expect(await waiting()).toBe(1)
    await runQueued(api.ctx, api.jobs)
    expect(await sizesOf(id)).toEqual([['v240r', true]])
    await startFilmBackfill(api.ctx)
    expect(await waiting()).toBe(0)
  })
})
