import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { captions } from '../../../contract/captions.ts'
import { media as contract } from '../../../contract/media.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { media } from '../../platform/db/schema/media.ts'
import { mostSoundBytes, transcribe } from '../../platform/media/speech-to-text.ts'
import type { Services } from '../../platform/services.ts'
import { writeTranscript } from './transcript.ts'

/** A sound, a film with its sound made, and a service on this machine that says what it heard. */
const api = testApi()
const vtt = 'WEBVTT\n\n00:00.000 --> 00:02.000\nGood morning\n\n00:02.000 --> 00:04.000\nand <b>welcome</b>\n'
let server: Server
let answer: (request: IncomingMessage, response: ServerResponse) => void
let asked: { authorization: string | undefined; form: string }[]
let ctx: Services
let alice: Actor
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const form = (await buffer(request)).toString('latin1')
    asked.push({ authorization: request.headers.authorization, form })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const env = { ...api.ctx.env, STT_URL: `http://127.0.0.1:${port}/transcribe`, STT_TOKEN: 'its-token' }
  ctx = { ...api.ctx, env }
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(async () => {
  asked = []
  answer = (_, response) => void response.end(vtt)
  alice = await api.makeUser({ isCreator: true, priceCents: 0, locale: 'fr' })
})

async function addSound(bytes = Buffer.from('a sound')): Promise<string> {
  const id = newId()
  await api.db.insert(media).values({ id, ownerId: alice.id, type: 'SOUND', state: 'ready', durationMs: 5_000 })
  await api.ctx.storage.put(`${id}/full`, bytes, 'audio/mpeg')
  return id
}
const captionsOf = async (id: string) =>
  (await api.call(alice, contract.get, { id })).data.captions.map(({ language, by_machine }) => [language, by_machine])
const stored = async (id: string) => {
  const found = await api.ctx.storage.read(`${id}/captions-fr`)
  return found && textOf(found.stream)
}

it('writes the captions of a sound in the language of its owner, marked until the owner has saved them', async () => {
  const id = await addSound()
  await writeTranscript(ctx, id)
  expect(asked).toHaveLength(1)
  expect(asked[0]?.authorization).toBe('Bearer its-token')
  expect(asked[0]?.form).toContain('a sound')
  for (const [name, value] of Object.entries({ language: 'fr', response_format: 'vtt', model: 'whisper-1' }))
    expect(asked[0]?.form).toContain(`name="${name}"\r\n\r\n${value}\r\n`)
  expect(asked[0]?.form).toContain('filename="sound.mp3"')
  expect(asked[0]?.form).not.toContain(alice.id)
  expect(await captionsOf(id)).toEqual([['fr', true]])
  expect(await stored(id)).toContain('Good morning')
  expect(await stored(id)).not.toContain('<b>')
  const { cues } = (await api.call(alice, captions.get, { id, language: 'fr' })).data
  await api.call(alice, captions.save, { id, language: 'fr', cues })
  expect(await captionsOf(id)).toEqual([['fr', false]])
})

it('sends the sound of a film alone, and nothing of a silent one', async () => {
  const film = { ownerId: alice.id, type: 'VIDEO', state: 'ready', durationMs: 5_000 } as const
  const sound = { name: 'sound', bandwidth: 1, average: 1, codecs: 'mp4a.40.2' }
  const [spoken, silent] = [newId(), newId()]
  await api.db.insert(media).values({ ...film, id: spoken, renditions: { sizes: [], sound } })
  await api.db.insert(media).values({ ...film, id: silent, renditions: { sizes: [], sound: null } })
  await api.ctx.storage.put(`${spoken}/full`, Buffer.from('the film'), 'video/mp4')
  await api.ctx.storage.put(`${spoken}/sound`, Buffer.from('its sound'), 'video/mp4')
  for (const id of [spoken, silent]) await writeTranscript(ctx, id)
  expect(asked).toHaveLength(1)
  expect(asked[0]?.form).toContain('its sound')
  expect(asked[0]?.form).not.toContain('the film')
  expect([await captionsOf(spoken), await captionsOf(silent)]).toEqual([[['fr', true]], []])
})

it('never replaces what the owner has written, also while the service listens', async () => {
  const [before, meanwhile] = [await addSound(), await addSound()]
  const own = { language: 'fr', cues: [{ start: 0, end: 1, text: 'Bonjour' }] }
  await api.call(alice, captions.save, { id: before, ...own })
  await writeTranscript(ctx, before)
  expect(asked).toHaveLength(0)
  answer = async (_, response) => {
    await api.call(alice, captions.save, { id: meanwhile, ...own })
    response.end(vtt)
  }
  await writeTranscript(ctx, meanwhile)
  for (const id of [before, meanwhile])
    expect([await captionsOf(id), await stored(id)]).toEqual([[['fr', false]], expect.stringContaining('Bonjour')])
})

it.each([
  ['a refusal', 400, 'no'],
  ['a page', 200, '<html><p>hello</p></html>'],
  ['nothing', 200, ''],
  ['more than captions may be', 200, `WEBVTT\n\n${'x'.repeat(300_000)}`],
])('leaves the sound without captions after %s', async (_, status, body) => {
  answer = (_request, response) => void response.writeHead(status).end(body)
  const id = await addSound()
  await writeTranscript(ctx, id)
  expect([await captionsOf(id), await stored(id)]).toEqual([[], null])
})

it.each([401, 429, 503])('throws on %i, so that it is tried again', async (status) => {
  answer = (_request, response) => void response.writeHead(status).end()
  const id = await addSound()
  await expect(writeTranscript(ctx, id)).rejects.toThrow(`answers ${status}`)
  expect(await captionsOf(id)).toEqual([])
})

it('gives a service up that does not answer', async () => {
  answer = () => undefined
  const url = ctx.env.STT_URL ?? ''
  const service = { url, token: undefined, model: 'whisper-1', patienceMs: 50 }
  const sound = { bytes: new Uint8Array(8), type: 'audio/mpeg', language: 'en' }
  await expect(transcribe(service, sound)).rejects.toThrow(/timeout/)
  server.closeAllConnections()
})

it('follows no redirect with its token', async () => {
  answer = (_request, response) => void response.writeHead(307, { location: '/elsewhere' }).end()
  await expect(writeTranscript(ctx, await addSound())).rejects.toThrow()
  expect(asked).toHaveLength(1)
})

it('sends nothing that is too large, deleted, a picture, or without a service', async () => {
  await writeTranscript(ctx, await addSound(Buffer.alloc(mostSoundBytes + 1)))
  await writeTranscript(api.ctx, await addSound())
  const picture = newId()
  await api.db.insert(media).values({ id: picture, ownerId: alice.id, type: 'IMAGE', state: 'ready' })
  await writeTranscript(ctx, picture)
  const gone = await addSound()
  await api.call(alice, contract.remove, { id: gone })
  await writeTranscript(ctx, gone)
  expect(asked).toEqual([])
})
