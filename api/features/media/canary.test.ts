import { inArray } from 'drizzle-orm'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { captions as captionsContract } from '../../../contract/captions.ts'
import { profile } from '../../../contract/profile.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import {
  type MediaFixtures,
  makeMediaFixtures,
  type Place,
  places,
  type ViewerName,
  viewerNames,
} from '../../../tests/support/media-fixtures.ts'
import { openS3, type S3 } from '../../../tests/support/s3.ts'
import { media } from '../../platform/db/schema/media.ts'
import type { Vars } from '../../platform/http/implement.ts'
import { copyOf } from '../../platform/marks/copies.ts'
import {
  captionsIn,
  filmList,
  nameOfPart,
  nameOfSize,
  playlistOf,
  printName,
  remadeNameOf,
  secondCopyOf,
  soundName,
  stripName,
} from '../../platform/media/film-sizes.ts'
import { avifOf, pictureVariants } from '../../platform/media/image.ts'
import { signMediaUrl } from '../../platform/media/signing.ts'

/**
 * A canary is in every variant of every media, and fans may download all of them. Each address here is signed rightly
 * for the viewer who uses it, so that nothing but the right to the media keeps its bytes.
 */
const visible: Record<ViewerName, readonly Place[]> = {
  visitor: ['public', 'preview'],
  stranger: ['public', 'preview'],
  follower: ['public', 'preview', 'followers'],
  subscriber: ['public', 'preview', 'followers', 'subscribers'],
  buyer: [
    ...(['public', 'preview', 'paid', 'message', 'message_preview', 'message_free', 'bought_gone'] as const),
    ...(['bought_archived', 'archived_preview'] as const),
  ],
  // What they bought shows its preview too.
  blocked: ['paid', 'preview'],
  lapsed: ['public', 'preview'],
  addressee: ['public', 'preview', 'message_preview', 'message_free'],
}

const remade = remadeNameOf(nameOfSize(480))

/** Whatever is stored under a media, also what is never given an address: an upload's parts and names of the future. */
const variants = [
  ...pictureVariants,
  ...['small', 'card', 'full'].map(avifOf),
  ...['card', 'full', nameOfSize(480)].map((it) => copyOf(it, 1)),
  copyOf('card', 1, true),
  filmList,
  ...[480, 720].map(nameOfSize),
  playlistOf(nameOfSize(480)),
  ...[secondCopyOf(nameOfSize(480)), playlistOf(secondCopyOf(nameOfSize(480)))],
  ...[nameOfPart(nameOfSize(480), 0), nameOfPart(nameOfSize(480), 1)],
  // A size that was made again, and what is left of it half a day long.
  ...[remade, playlistOf(remade), secondCopyOf(remade), playlistOf(secondCopyOf(remade)), nameOfPart(remade, 1)],
  soundName,
  playlistOf(soundName),
  stripName,
  printName,
  ...['en', 'fr'].map(captionsIn),
  'part-0123456789abcdef',
  'original',
]
const canary = 'CANARY'

/** The right is asked before the store is, so of a bucket the visitor and those with half a right are enough. */
const stores: [what: string, names: readonly ViewerName[]][] = [
  ['pictures on the disk', viewerNames],
  ['traceable films on the disk', viewerNames],
  ['sounds on the disk', ['visitor', 'blocked', 'lapsed', 'addressee']],
  ['pictures in a bucket', ['visitor', 'blocked', 'lapsed', 'addressee']],
]

describe.each(stores)('with %s', (what, names) => {
  let s3: S3 | undefined
  let api: TestApi
  let app: Hono<Vars>
  let viewers: MediaFixtures['viewers']
  let mediaIds: MediaFixtures['mediaIds']
  let alice: Actor
  beforeAll(async () => {
    s3 = what.endsWith('in a bucket') ? await openS3() : undefined
    api = await openTestApi({ env: s3?.env ?? {} })
    app = bytesApp(api.ctx)
    ;({ alice, viewers, mediaIds } = await makeMediaFixtures(api))
    await api.call(alice, profile.update, { media_downloads: true })
    await becomeTimed()
    for (const id of Object.values(mediaIds))
      for (const variant of variants) await api.ctx.storage.put(`${id}/${variant}`, Buffer.from(canary), 'image/webp')
  })
  afterAll(async () => {
    await api.close()
    await s3?.close()
  })

  /** Makes films or sounds of the pictures, with captions and, of films, a size in two copies. */
  async function becomeTimed(): Promise<void> {
    if (what.startsWith('pictures')) return
    const facts = { bandwidth: 1, average: 1, codecs: 'avc1.64001f' }
    const sizes = [{ name: remade, width: 8, height: 8, isMarked: true, ...facts }]
    const [type, made] = what.startsWith('sounds') ? (['SOUND', []] as const) : (['VIDEO', sizes] as const)
    await api.db
      .update(media)
      .set({
        ...{ type, durationMs: 1_000, hasPoster: true, captions: ['en', 'fr'] },
        renditions: { sizes: [...made], sound: { name: soundName, ...facts } },
      })
      .where(inArray(media.id, Object.values(mediaIds)))
  }

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
    return `${answer.status} ${(await answer.text()).includes(canary) ? canary : ''}`.trim()
  }

  it.each(names)('gives the %s no byte of any variant that they may not see', async (name) => {
    const viewer = viewers[name]
    for (const place of places.filter((it) => !visible[name].includes(it))) {
      const urls = variants.flatMap((variant) => [
        sign(place, variant, viewer),
        // What every visitor sees has an address that is not bound to one viewer.
        ...(visible.visitor.includes(place) ? [] : [sign(place, variant, null)]),
        sign(place, variant, alice),
      ])
      const answers = await Promise.all([
        ...urls.map((url) => ask(url, viewer)),
        ...urls.map((url) => ask(url, viewer, { method: 'HEAD' })),
        ...variants.flatMap((variant) =>
          ['bytes=0-', 'bytes=-1', 'bytes=0-0,2-2'].map((range) =>
            ask(sign(place, variant, viewer), viewer, { headers: { range } }),
          ),
        ),
        // Not even whether it is still the same.
        ...variants.map((variant) =>
          ask(sign(place, variant, viewer), viewer, { headers: { 'if-none-match': '*', 'if-range': '"0"' } }),
        ),
      ])
      expect([place, ...new Set(answers)]).toEqual([place, '404'])
    }
  })

  it.each(names)('gives the %s what they may see, so that the refusals above are about the right', async (name) => {
    const viewer = viewers[name]
    for (const place of visible[name]) {
      const isForAll = visible.visitor.includes(place) && name !== 'blocked'
      // A fan who is marked is never given the thumb of a film's poster.
      for (const variant of what.includes('films') ? ['card', 'small'] : ['card', 'small', 'thumb'])
        expect([place, await ask(sign(place, variant, isForAll ? null : viewer), viewer)]).toEqual([
          place,
          `200 ${canary}`,
        ])
    }
  })

  it.each(names.filter((it) => it !== 'visitor'))('gives the %s no byte by the other routes', async (name) => {
    const viewer = viewers[name] as Actor
    const headers = { cookie: viewer.cookie }
    const archive = await app.request('http://localhost/api/account/export', { headers })
    expect([archive.status, (await archive.text()).includes(canary)]).toEqual([200, false])
    for (const [place, id] of Object.entries(mediaIds)) {
      for (const language of ['en', 'fr']) {
        const { status } = await api.call(viewer, captionsContract.get, { id, language })
        expect([place, [403, 404].includes(status)]).toEqual([place, true])
      }
    }
  })

  it('answers nothing to another spelling of an address, though its reader may see the media', async () => {
    const fan = viewers.stranger
    for (const variant of ['download', 'card', nameOfSize(480), captionsIn('en'), stripName]) {
      const url = sign('public', variant, null)
      expect(await ask(url, fan)).toBe(`200 ${canary}`)
      const answers = await Promise.all(spellingsOf(url, variant, mediaIds).map(async (it) => [it, await ask(it, fan)]))
      expect(answers.filter(([, answer]) => answer?.includes(canary))).toEqual([])
    }
  })
})

/** Addresses that a careless server would take for this one, or for one of another variant or media. */
function spellingsOf(url: string, variant: string, { public: id, paid }: MediaFixtures['mediaIds']): string[] {
  const named = (it: string) => url.replace(`/${variant}?`, `/${it}?`)
  return [
    named(variant.toUpperCase()),
    named(`%${variant.charCodeAt(0).toString(16)}${variant.slice(1)}`),
    named(`${variant}/`),
    named(`${variant}.jpg`),
    named(`${variant}%00`),
    named(variant === 'full' ? 'card' : 'full'),
    named('original'),
    named(`..%2f${paid}%2f${variant}`),
    url.replace('/media/', '/media//'),
    url.replace('/media/', '/Media/'),
    url.replace(id, id.toUpperCase()),
    url.replace(id, paid),
    url.replace('v=p', 'v=u'),
    url.replace(/\?(v=p)&(e=\d+)/, '?$2&$1'),
    `${url}&x=1`,
    `${url}%23x`,
    url.replace(/&s=.*/, ''),
    url.replace(/e=(\d)/, 'e=9'),
    url.split('?')[0] ?? '',
  ]
}
