import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { playlistOf, soundName } from '../api/platform/media/film-sizes.ts'
import { startBrowser } from '../tests/support/browser.ts'

/** A made size or the sound, as its file in the folder is called. */
export type MadeFile = { name: string; codecs: string }
export type First = { name: string; seconds: number; kilobytes: number }

/**
 * How long each of these sizes takes to show its first frame over 3G, in a browser that begins with nothing, and what has
 * come over the wire by then. They are fetched as players do: the list of sizes, the playlists of the size and of the
 * sound, then the head and the first part of both.
 */
export async function firstFramesOn3g(
  folder: string,
  sizes: readonly MadeFile[],
  sound: MadeFile | undefined,
): Promise<First[]> {
  const server = createServer((request, response) => void serve(folder, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser = await startBrowser()
  try {
    const all: First[] = []
    for (const size of sizes) all.push(await firstFrame(browser, origin, size, sound ? [size, sound] : [size]))
    return all
  } finally {
    await browser.close()
    server.closeAllConnections()
    server.close()
  }
}

async function firstFrame(
  browser: Browser,
  origin: string,
  { name }: MadeFile,
  tracks: readonly MadeFile[],
): Promise<First> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(origin)
  const network = await page.context().newCDPSession(page)
  let bytes = 0
  network.on('Network.dataReceived', ({ encodedDataLength, dataLength }) => {
    bytes += encodedDataLength || dataLength
  })
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', threeG)
  const wanted = tracks.map((it) => {
    const kind = it.name === soundName ? 'audio' : 'video'
    return { file: `/${it.name}`, list: `/${playlistOf(it.name)}`, type: `${kind}/mp4; codecs="${it.codecs}"` }
  })
  const milliseconds = await page.evaluate<number>(`(${play})(${JSON.stringify(wanted)})`)
  await page.context().close()
  return { name, seconds: milliseconds / 1_000, kilobytes: bytes / 1_000 }
}

/** In the page: resolves with the milliseconds until the first frame is shown. */
const play = `async (wanted) => {
  const video = document.querySelector('video')
  const began = performance.now()
  const shown = new Promise((resolve, reject) => {
    video.requestVideoFrameCallback(resolve)
    video.onerror = () => reject(new Error(video.error?.message))
  })
  const source = new MediaSource()
  video.src = URL.createObjectURL(source)
  await new Promise((resolve) => source.addEventListener('sourceopen', resolve, { once: true }))
  await (await fetch('/film-list')).text()
  const ranges = (text) => [...text.matchAll(/BYTERANGE[:=]"?(\\d+)@(\\d+)/g)].map(([, size, from]) => [Number(from), Number(from) + Number(size) - 1])
  const buffers = wanted.map(({ type }) => source.addSourceBuffer(type))
  await Promise.all(wanted.map(async ({ file, list }, n) => {
    const [head, part] = ranges(await (await fetch(list)).text())
    for (const [from, to] of [head, part]) {
      const bytes = await (await fetch(file, { headers: { range: 'bytes=' + from + '-' + to } })).arrayBuffer()
      buffers[n].appendBuffer(bytes)
      await new Promise((resolve) => buffers[n].addEventListener('updateend', resolve, { once: true }))
    }
  }))
  void video.play()
  await shown
  return performance.now() - began
}`

async function serve(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const name = (request.url ?? '').slice(1)
  const path = join(folder, name)
  const found = /^[a-z\d-]+$/.test(name) ? await stat(path).catch(() => null) : null
  if (found === null) {
    // The list of sizes, about as long as it is with signed addresses.
    const body = name === 'film-list' ? '#'.repeat(1_200) : '<video muted>'
    return void response.writeHead(200, { 'content-type': 'text/html' }).end(body)
  }
  const [, first, last] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? []
  const [start, end] = [Number(first ?? 0), last ? Number(last) : found.size - 1]
  response.writeHead(first === undefined ? 200 : 206, {
    'content-length': end - start + 1,
    ...(first !== undefined && { 'content-range': `bytes ${start}-${end}/${found.size}` }),
  })
  createReadStream(path, { start, end }).pipe(response)
}

/** 400 kbit/s, as far from the mast; the same as in `tests/journeys/fan-plays-a-film.test.ts`. */
const threeG = { offline: false, latency: 300, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }
