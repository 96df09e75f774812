import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../../tests/support/api.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import { fetchParts, filmBytes, makeCopies, publishFilm } from '../../../tests/support/marked-films.ts'
import { traceFile } from '../../../tests/support/marked-pictures.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { writeNaturalFilm, writeRecording } from '../../../tests/support/natural-film.ts'
import { subscribe } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { mediaMarks } from '../../platform/db/schema/marks.ts'
import type { Vars } from '../../platform/http/implement.ts'

/** A film of 64 seconds, recorded from the screens of two of its viewers, of whom there are several hundred. */
const api = testApi()
const facts = { width: 320, height: 180, seconds: 64 }
let app: Hono<Vars>
let alice: Actor
let fans: Actor[]
let id: string
let copies: Buffer[][]
beforeAll(async () => {
  app = bytesApp(api.ctx)
  alice = await makeCreator(api)
  fans = [await api.makeUser(), await api.makeUser()]
  for (const fan of fans) await subscribe(api, fan, alice)
  const film = await filmBytes((path) => writeNaturalFilm(path, { ...facts, frameRate: 12 }))
  ;({ id } = await publishFilm(api, alice, 'subscribers', film, facts))
  await makeCopies(api, id)
  copies = []
  for (const fan of fans) copies.push(await fetchParts(api, app, fan, id, 'v180'))
  const now = new Date(api.ctx.now())
  const others = Array.from({ length: 300 }, () => ({ mediaId: id, viewerId: newId(), basis: 'sent' as const }))
  await api.db.insert(mediaMarks).values(others.map((it) => ({ ...it, createdAt: now, madeAt: now })))
}, 240_000)

/** What a fan's parts look like after a screen recording: other size, other frames, bars around it, encoded again. */
async function recorded(parts: readonly Buffer[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'recorded-'))
  try {
    await writeFile(join(folder, 'seen.mp4'), Buffer.concat(parts))
    const as = { width: 640, height: 480, frameRate: 15, bitrate: 1_000_000, start: 1.7 }
    await writeRecording(join(folder, 'seen.mp4'), join(folder, 'recording.mp4'), as)
    return await readFile(join(folder, 'recording.mp4'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

// A search decodes the whole film, which takes a busy machine a minute.
describe('a recording of a film', { timeout: 240_000 }, () => {
  it('names the fan from whose screen it is, among several hundred', async () => {
    const { status, data } = await traceFile(app, alice, await recorded(copies[1] ?? []), 'video/mp4')
    expect(status).toBe(200)
    expect(data).toMatchObject({
      media: { id, name: 'A film' },
      copies: [{ fan: { id: fans[1]?.id }, basis: 'subscribed', confidence: expect.any(String) }],
    })
  })

  it('names none but those whose films were mixed', async () => {
    const mixed = copies[0]?.map((part, n) => (n % 2 === 0 ? part : (copies[1]?.[n] ?? part))) ?? []
    const { data } = await traceFile(app, alice, Buffer.concat(mixed), 'video/mp4')
    const suspects = new Set(fans.map((it) => it.id))
    expect(data.copies.filter((it) => !suspects.has(it.fan.id))).toEqual([])
  })

  it('is not traced where it is of another creator’s film, or of the film as it was uploaded', async () => {
    const bob = await makeCreator(api)
    const mine = Buffer.concat(copies[0] ?? [])
    expect((await traceFile(app, bob, mine, 'video/mp4')).data).toEqual({ media: null, copies: [] })
    const { data } = await traceFile(app, alice, await cleanFilm(), 'video/mp4')
    expect(data).toEqual({ media: null, copies: [] })
  })

  it('is refused where it is no film', async () => {
    const { status, data } = await traceFile(app, alice, Buffer.from('no film at all'), 'video/mp4')
    expect([status, data.error]).toEqual([415, 'unsupported_media'])
    const large = { 'content-type': 'video/mp4', 'content-length': String(500 * 1024 * 1024 + 1) }
    const headers = { cookie: alice.cookie, ...large }
    const answer = await app.request('http://localhost/api/media/trace', { method: 'POST', headers, body: 'x' })
    expect(answer.status).toBe(413)
  })
})

async function cleanFilm(): Promise<Buffer> {
  const found = await api.ctx.storage.read(`${id}/full`)
  return found === null
    ? Buffer.alloc(0)
    : Buffer.from(await new Response(found.stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer())
}
