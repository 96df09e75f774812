import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { FilePathSource, Input, MP4 } from 'mediabunny'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { film } from '../../../tests/support/film.ts'
import { animated, evenly, madeUpFilm, pngBomb, withoutFrames } from '../../../tests/support/odd-films.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { media } from '../../platform/db/schema/media.ts'
import { processUpload } from './process.ts'

/** Files that no camera makes, each through all that an upload passes: its process, its store and its row. */
const api = testApi()
let folder = ''
let owner = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bad-input-'))
  ;({ id: owner } = await api.makeUser({ isCreator: true }))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function upload(bytes: Uint8Array, name = 'holiday.jpg') {
  const id = newId()
  const path = join(folder, id)
  await writeFile(path, bytes)
  await api.db
    .insert(media)
    .values({ id, ownerId: owner, type: 'IMAGE', state: 'processing', name, bytes: bytes.byteLength })
  await processUpload(api.ctx, id, path)
  const [row] = await api.db.select().from(media).where(eq(media.id, id))
  if (row === undefined) throw new Error('The media has no row any more.')
  return row
}

async function stored(id: string): Promise<Buffer> {
  const found = await api.ctx.storage.read(`${id}/full`)
  return found === null ? Buffer.alloc(0) : buffer(found.stream)
}

const picture = (format: 'jpeg' | 'png' = 'jpeg') =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#c8402a' } })
    .toFormat(format)
    .toBuffer()
const text = (it: string) => Buffer.from(it, 'latin1')
const zip = Buffer.concat([text('PK\x05\x06'), Buffer.alloc(18)])

describe('a file that can never be a media', () => {
  it.each<[string, () => Uint8Array | Promise<Uint8Array>, string]>([
    ['a decompression bomb', () => pngBomb(40_000, 40_000), 'too_many_pixels'],
    ['a picture of 100,000 × 1,000 pixels', () => pngBomb(100_000, 1_000), 'too_many_pixels'],
    ['a film of 40,000 × 40,000 pixels', () => madeUpFilm({ width: 40_000, height: 40_000 }), 'too_many_pixels'],
    [
      'a picture with a page behind it',
      async () => Buffer.concat([await picture(), text('<html ><b>')]),
      'mixed_content',
    ],
    ['a picture that is also an archive', async () => Buffer.concat([await picture('png'), zip]), 'mixed_content'],
    [
      'a picture that is also a PDF',
      async () => Buffer.concat([await picture(), text('<script >%PDF-1.7')]),
      'mixed_content',
    ],
    [
      'a GIF that is also a script',
      async () => Buffer.concat([await animated('gif', 3), text('<script >')]),
      'mixed_content',
    ],
    ['an SVG', () => text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'markup'],
    ['an SVG behind spaces and a mark', () => Buffer.from('\ufeff \n<svg/>'), 'markup'],
    ['a film whose index was cut off', async () => (await madeUpFilm()).subarray(0, 20_000), 'unreadable'],
    [
      'a film that was cut off behind its index',
      async () => (await madeUpFilm({ isIndexFirst: true })).subarray(0, 20_000),
      'unreadable',
    ],
    ['an animation that was cut off', async () => (await animated('webp', 9)).subarray(0, 200), 'unreadable'],
    ['a film of ten hours', () => madeUpFilm({ frames: evenly(61, 600) }), 'too_long'],
    ['a film without frames', async () => withoutFrames(await madeUpFilm({ soundTracks: 0 })), 'unreadable'],
    ['a film without frames, with sound', async () => withoutFrames(await madeUpFilm()), 'unreadable'],
    ['a film in Matroska', () => film('mkv', true), 'unknown_format'],
    ['a program', () => text('\x7fELF\x02\x01\x01'), 'unknown_format'],
  ])('%s is refused, with its reason and without bytes left behind', async (_, make, reason) => {
    const row = await upload(await make())
    expect([row.state, row.reason]).toEqual(['failed', reason])
    const left: string[] = []
    for await (const key of api.ctx.storage.list(row.id)) left.push(key)
    expect(left).toEqual([])
  })
})

describe('a file that is unusual', () => {
  it.each(['holiday.mp4', 'holiday.svg', 'holiday.exe', '../../etc/passwd'])(
    'named %s is what its bytes are',
    async (name) => {
      expect(await upload(await picture(), name)).toMatchObject({ type: 'IMAGE', state: 'ready', name })
    },
  )

  it('keeps nothing of what is appended to a film', async () => {
    const row = await upload(Buffer.concat([await madeUpFilm(), text('<script >alert(1)</script>'), zip]))
    expect(row).toMatchObject({ type: 'VIDEO', state: 'ready' })
    expect((await stored(row.id)).includes('<script')).toBe(false)
  })

  it('is a film without sound', async () => {
    const row = await upload(await madeUpFilm({ soundTracks: 0 }))
    expect(row).toMatchObject({ type: 'VIDEO', state: 'ready', width: 640, height: 360, durationMs: 2_000 })
  })

  it('has ten sound tracks, of which the first stays', async () => {
    const row = await upload(await madeUpFilm({ soundTracks: 10 }))
    expect(row).toMatchObject({ type: 'VIDEO', state: 'ready' })
    const input = await openStored(row.id)
    const tracks = await input.getAudioTracks()
    expect([tracks.length, await tracks[0]?.getLanguageCode()]).toEqual([1, 'eng'])
    input.dispose()
  })

  it('has frames at uneven times, which stay as they are', async () => {
    const frames = [0, 0.04, 0.5, 0.54, 2, 2.01, 3]
    const row = await upload(await madeUpFilm({ frames, soundTracks: 0 }))
    expect(row).toMatchObject({ type: 'VIDEO', state: 'ready', durationMs: 3_040 })
  })

  it.each(['gif', 'webp'] as const)('is a %s that moves, which becomes a silent film', async (format) => {
    const row = await upload(await animated(format, 12), `party.${format}`)
    expect(row).toMatchObject({ type: 'VIDEO', state: 'ready', reason: null, width: 64, height: 64, durationMs: 1_200 })
    const input = await openStored(row.id)
    const video = await input.getPrimaryVideoTrack()
    expect([await video?.getCodec(), await input.computeDuration(), (await input.getAudioTracks()).length]).toEqual([
      'avc',
      expect.closeTo(1.2, 2),
      0,
    ])
    input.dispose()
  })

  it.each(['gif', 'webp'] as const)('is a %s that stands still, which stays a picture', async (format) => {
    expect(await upload(await animated(format, 1))).toMatchObject({ type: 'IMAGE', state: 'ready', reason: null })
  })

  it('is a PNG that moves, of which the first frame stays, and says so', async () => {
    expect(await upload(await movingPng())).toMatchObject({ type: 'IMAGE', state: 'ready', reason: 'first_frame' })
  })
})

async function openStored(id: string): Promise<Input> {
  const path = join(folder, `${id}.stored`)
  await writeFile(path, await stored(id))
  return new Input({ formats: [MP4], source: new FilePathSource(path) })
}

/** A PNG with the chunk that announces more frames, behind the header as the format wants it. */
async function movingPng(): Promise<Buffer> {
  const png = await picture('png')
  const control = Buffer.from('000000086163544c0000000200000000f38d9370', 'hex')
  return Buffer.concat([png.subarray(0, 33), control, png.subarray(33)])
}
