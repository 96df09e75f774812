import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { captions as contract } from '../../../contract/captions.ts'
import { captionLanguagesPerMedia, cuesPerMedia } from '../../../contract/limits.ts'
import { media as mediaContract } from '../../../contract/media.ts'
import { posts } from '../../../contract/posts.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import { giveCoins } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { media } from '../../platform/db/schema/media.ts'
import { saveCaptions, saveMachineCaptions } from './captions.ts'

const api = testApi()
const app = () => bytesApp(api.ctx)
const vtt = `WEBVTT

STYLE
::cue { background: url(https://tracker.test/) }

00:01.000 --> 00:02.500 align:start
<v Mina>The tide is <b>out</b>
&lt;waves&gt;

00:03.000 --> 00:04.000
Look &amp; listen
`
const cues = [
  { start: 1, end: 2.5, text: 'The tide is out\n<waves>' },
  { start: 3, end: 4, text: 'Look & listen' },
]

async function makeFilm(owner: Actor, facts: Partial<typeof media.$inferInsert> = {}): Promise<string> {
  const id = newId()
  const film = { id, ownerId: owner.id, type: 'VIDEO', state: 'ready', durationMs: 10_000 } as const
  await api.db.insert(media).values({ ...film, ...facts })
  return id
}
const makeCreator = () => api.makeUser({ isCreator: true, priceCents: 0 })
const textAt = async (who: Actor | null, url = '') => {
  const answer = await app().request(url, { headers: who ? { cookie: who.cookie } : {} })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

it('writes a file of captions as plain text, and reads it again', async () => {
  const alice = await makeCreator()
  const id = await makeFilm(alice)
  expect((await api.call(alice, contract.save, { id, language: 'pt-BR', file: vtt })).data).toEqual({ cues })
  expect((await api.call(alice, contract.get, { id, language: 'pt-br' })).data).toEqual({ cues })
  const { captions } = (await api.call(alice, mediaContract.get, { id })).data
  expect(captions.map((it) => it.language)).toEqual(['pt-br'])
  const { status, type, text } = await textAt(alice, captions[0]?.url)
  expect([status, type]).toEqual([200, 'text/vtt; charset=utf-8'])
  expect(text).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nThe tide is out\n&lt;waves&gt;\n\n' +
      '00:00:03.000 --> 00:00:04.000\nLook &amp; listen\n\n',
  )
})

it('takes SubRip from Windows, and cues in any order', async () => {
  const alice = await makeCreator()
  const id = await makeFilm(alice, { type: 'SOUND' })
  const file =
    '\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\n- Un\r\n- <i>Deux</i>\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nTrois\r\n'
  const french = await api.call(alice, contract.save, { id, language: 'fr', file })
  expect(french.data.cues).toEqual([
    { start: 1, end: 2.5, text: '- Un\n- Deux' },
    { start: 3, end: 4, text: 'Trois' },
  ])
  const sneaky = { start: 0, end: 1, text: 'a\n\n00:00:05.000 --> 00:00:06.000\nb' }
  await api.call(alice, contract.save, { id, language: 'en', cues: [...cues].reverse().concat(sneaky) })
  const { cues: read } = (await api.call(alice, contract.get, { id, language: 'en' })).data
  expect(read).toEqual([{ ...sneaky, text: sneaky.text.replace('\n\n', '\n') }, ...cues])
  expect((await api.call(alice, mediaContract.get, { id })).data.captions.map((it) => it.language)).toEqual([
    'en',
    'fr',
  ])
})

it('names the line of a file that cannot be read, and keeps what was there', async () => {
  const alice = await makeCreator()
  const id = await makeFilm(alice)
  const write = (file: string) => api.call(alice, contract.save, { id, language: 'en', file })
  expect((await write(vtt)).status).toBe(200)
  const refused = { error: 'unreadable_captions' }
  expect(await write('WEBVTT\n\n00:00:xx --> 00:00:02.000\nA')).toMatchObject({
    status: 422,
    refusal: { ...refused, line: 3 },
  })
  for (const file of ['', 'hello', '<html><body>no</body></html>', 'WEBVTT\n\n00:05.000 --> 00:02.000\nA'])
    expect(await write(file)).toMatchObject({ status: 422, refusal: refused })
  const after = 'WEBVTT\n\n00:12.000 --> 00:13.000\nafter the end'
  expect(await write(after)).toMatchObject({ status: 422, refusal: { ...refused, reason: 'past_end' } })
  const cue = (at: number) => `00:00.${String(at).padStart(3, '0')} --> 00:05.000\nA\n\n`
  const many = `WEBVTT\n\n${Array.from({ length: cuesPerMedia + 1 }, (_, at) => cue(at % 1000)).join('')}`
  expect(await write(many)).toMatchObject({ status: 422, refusal: { ...refused, reason: 'too_long' } })
  expect((await api.call(alice, contract.get, { id, language: 'en' })).data).toEqual({ cues })
})

it('refuses pictures, films of others, two contents at once, and more languages than there may be', async () => {
  const [alice, mallory] = [await makeCreator(), await makeCreator()]
  const [film, picture] = [await makeFilm(alice), await makeFilm(alice, { type: 'IMAGE' })]
  const unread = await makeFilm(alice, { state: 'failed' })
  const write = (who: Actor, id: string, more: object = { cues }) =>
    api.call(who, contract.save, { id, language: 'en', ...more })
  expect((await write(alice, picture)).status).toBe(404)
  expect((await write(alice, unread)).status).toBe(404)
  expect((await write(mallory, film)).status).toBe(404)
  for (const more of [{ cues, file: vtt }, {}, { cues: [] }, { cues: [{ start: 2, end: 1, text: 'A' }] }])
    expect((await write(alice, film, more)).status).toBe(400)
  const languages = Array.from({ length: captionLanguagesPerMedia }, (_, at) => `x${String.fromCharCode(97 + at)}`)
  await api.db.update(media).set({ captions: languages }).where(eq(media.id, film))
  expect(await write(alice, film)).toMatchObject({ status: 422, refusal: { reason: 'too_many' } })
})

it('shows captions to who may see the film, until they are removed', async () => {
  const [alice, fiona, mallory] = [await makeCreator(), await api.makeUser(), await api.makeUser()]
  await giveCoins(api, fiona, 1_000)
  const id = await makeFilm(alice)
  await api.call(alice, contract.save, { id, language: 'en', cues })
  const { data: post } = await api.call(alice, posts.create, {
    ...{ text: 'For sale', visibility: 'paid', price: 4, media_ids: [id] },
  })
  const captionsFor = async (who: Actor | null) =>
    (await api.call(who, posts.get, { id: post.id })).data.media[0]?.captions
  for (const who of [null, fiona, mallory]) expect(await captionsFor(who)).toEqual([])
  await api.call(fiona, mediaContract.unlock, { id, expected_price: 4 })
  const [seen] = (await captionsFor(fiona)) ?? []
  expect(seen?.language).toBe('en')
  expect((await textAt(fiona, seen?.url)).text).toContain('The tide is out')
  for (const who of [null, mallory]) expect((await textAt(who, seen?.url)).status).toBe(404)
  for (const other of ['fr', 'e', 'en-us', ''])
    expect((await textAt(fiona, seen?.url.replace('captions-en', `captions-${other}`))).status).toBe(404)
  await api.call(alice, contract.remove, { id, language: 'en' })
  expect(await captionsFor(fiona)).toEqual([])
  expect((await textAt(fiona, seen?.url)).status).toBe(404)
  expect((await api.call(alice, contract.remove, { id, language: 'en' })).status).toBe(404)
  expect((await api.call(alice, contract.get, { id, language: 'en' })).status).toBe(404)
})

it('writes none for a film that is deleted meanwhile, by its owner or by a machine', async () => {
  const alice = await makeCreator()
  const id = await makeFilm(alice)
  const remove = () => api.db.update(media).set({ deletedAt: new Date() }).where(eq(media.id, id))
  const db: typeof api.ctx.db = Object.assign(Object.create(api.ctx.db), {
    transact: async (work: Parameters<typeof api.ctx.db.transact>[0]) => {
      await remove()
      return api.ctx.db.transact(work)
    },
  })
  const ctx = { ...api.ctx, db }
  const save = saveCaptions(ctx, alice.id, { id, language: 'en', content: cues }, async () => {})
  await expect(save).rejects.toMatchObject({ code: 'not_found' })
  expect(await saveMachineCaptions(ctx, { id, language: 'fr', text: vtt })).toBe(false)
  for (const language of ['en', 'fr']) expect(await api.ctx.storage.stat(`${id}/captions-${language}`)).toBe(null)
})
