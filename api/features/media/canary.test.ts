import type { Hono } from 'hono'
import { beforeAll, expect, it } from 'vitest'
import { profile } from '../../../contract/profile.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import {
  type MediaFixtures,
  makeMediaFixtures,
  type Place,
  places,
  type ViewerName,
} from '../../../tests/support/media-fixtures.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import type { Vars } from '../../platform/http/implement.ts'
import {
  captionsIn,
  filmList,
  nameOfPart,
  nameOfSize,
  playlistOf,
  printName,
  secondCopyOf,
  soundName,
} from '../../platform/media/film-sizes.ts'
import { avifOf, pictureVariants } from '../../platform/media/image.ts'
import { signMediaUrl } from '../../platform/media/signing.ts'

/**
 * A canary is in every variant of every media, and fans may download all of them. Each address here is signed rightly
 * for the viewer who uses it, so that nothing but the right to the media keeps its bytes.
 */
const visible: Partial<Record<ViewerName, readonly Place[]>> = {
  visitor: ['public', 'preview'],
  stranger: ['public', 'preview'],
  // What they bought shows its preview too.
  blocked: ['paid', 'preview'],
  lapsed: ['public', 'preview'],
  addressee: ['public', 'preview', 'message_preview', 'message_free'],
}
const viewerNames = Object.keys(visible) as (keyof typeof visible)[]

/** Whatever is stored under a media, also what is never given an address: an upload's parts and names of the future. */
const variants = [
  ...pictureVariants,
  ...['small', 'card', 'full'].map(avifOf),
  filmList,
  nameOfSize(480),
  playlistOf(nameOfSize(480)),
  ...[secondCopyOf(nameOfSize(480)), playlistOf(secondCopyOf(nameOfSize(480)))],
  ...[nameOfPart(nameOfSize(480), 0), nameOfPart(nameOfSize(480), 1)],
  soundName,
  playlistOf(soundName),
  printName,
  captionsIn('en'),
  'part-0123456789abcdef',
  'original',
]

const api = testApi()
let app: Hono<Vars>
let viewers: MediaFixtures['viewers']
let mediaIds: MediaFixtures['mediaIds']
let alice: Actor
beforeAll(async () => {
  app = bytesApp(api.ctx)
  ;({ alice, viewers, mediaIds } = await makeMediaFixtures(api))
  await api.call(alice, profile.update, { media_downloads: true })
  for (const id of Object.values(mediaIds))
    for (const variant of variants) await api.ctx.storage.put(`${id}/${variant}`, Buffer.from(canary), 'image/webp')
})
const canary = 'CANARY'

const sign = (place: Place, variant: string, viewer: Actor | null) =>
  signMediaUrl({
    mediaId: mediaIds[place],
    variant,
    viewerId: viewer?.id ?? null,
    now: api.ctx.now(),
    secret: api.ctx.env.SECRET,
  })

async function ask(url: string, viewer: Actor | null, init: RequestInit = {}): Promise<string> {
  const headers = { ...(init.headers as Record<string, string>), cookie: viewer?.cookie ?? '' }
  const answer = await app.request(`http://localhost${url}`, { ...init, headers })
  return `${answer.status} ${(await answer.text()).includes('CANARY') ? canary : ''}`.trim()
}

it.each(viewerNames)('gives the %s no byte of any variant that they may not see', async (name) => {
  const viewer = viewers[name]
  for (const place of places.filter((it) => !visible[name]?.includes(it))) {
    const urls = variants.flatMap((variant) => [
      sign(place, variant, viewer),
      // What every visitor sees has an address that is not bound to one viewer.
      ...(visible.visitor?.includes(place) ? [] : [sign(place, variant, null)]),
      sign(place, variant, alice),
    ])
    const answers = await Promise.all([
      ...urls.map((url) => ask(url, viewer)),
      ...urls.map((url) => ask(url, viewer, { method: 'HEAD' })),
      ...['bytes=0-', 'bytes=2-3', 'bytes=-1'].map((range) =>
        ask(sign(place, 'download', viewer), viewer, { headers: { range } }),
      ),
    ])
    expect([place, ...new Set(answers)]).toEqual([place, '404'])
  }
})

it('answers nothing to another spelling of an address, though its reader may see the media', async () => {
  const fan = viewers.stranger
  const url = sign('public', 'download', null)
  expect(await ask(url, fan)).toBe(`200 ${canary}`)
  const id = mediaIds.public
  const spellings = [
    url.replace('download', 'DOWNLOAD'),
    url.replace('download', '%64ownload'),
    url.replace('download', 'download/'),
    url.replace('download', 'download.jpg'),
    url.replace('download', 'download%00'),
    url.replace('download', 'full'),
    url.replace('download', 'original'),
    url.replace('download', `..%2f${mediaIds.paid}%2fdownload`),
    url.replace('/media/', '/media//'),
    url.replace('/media/', '/Media/'),
    url.replace(id, id.toUpperCase()),
    url.replace(id, mediaIds.paid),
    url.replace('v=p', 'v=u'),
    url.replace(/\?(v=p)&(e=\d+)/, '?$2&$1'),
    `${url}&x=1`,
    `${url}#x`.replace('#', '%23'),
    url.replace(/&s=.*/, ''),
    url.replace(/e=(\d)/, 'e=9'),
    url.split('?')[0] ?? '',
  ]
  const answers = await Promise.all(spellings.map(async (it) => [it, await ask(it, fan)]))
  expect(answers.filter(([, answer]) => answer?.includes(canary))).toEqual([])
})
