import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { startBrowser } from '../tests/support/browser.ts'

export type First = { name: string; seconds: number; kilobytes: number }

/**
 * How long each of these files of a folder takes to show its first frame over 3G, in a browser that begins with nothing,
 * and what has come over the wire by then.
 */
export async function firstFramesOn3g(folder: string, names: readonly string[]): Promise<First[]> {
  const server = createServer(async (request, response) => {
    const name = (request.url ?? '').slice(1)
    if (!names.includes(name)) return void response.writeHead(200, { 'content-type': 'text/html' }).end('<video muted>')
    const { size } = await stat(join(folder, name))
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const headers = { 'content-type': 'video/mp4', 'accept-ranges': 'bytes', 'content-length': size - from }
    response.writeHead(206, { ...headers, 'content-range': `bytes ${from}-${size - 1}/${size}` })
    createReadStream(join(folder, name), { start: from }).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser = await startBrowser()
  try {
    const all: First[] = []
    for (const name of names) {
      const page = await (await browser.newContext()).newPage()
      await page.goto(origin)
      const network = await page.context().newCDPSession(page)
      let bytes = 0
      network.on('Network.dataReceived', ({ encodedDataLength, dataLength }) => {
        bytes += encodedDataLength || dataLength
      })
      await network.send('Network.enable')
      await network.send('Network.emulateNetworkConditions', threeG)
      const milliseconds = await page.locator('video').evaluate(async (element, url) => {
        const video = element as unknown as Video
        const began = performance.now()
        const shown = new Promise((resolve, reject) => {
          video.requestVideoFrameCallback(resolve)
          video.onerror = () => reject(new Error(video.error?.message))
        })
        video.src = url
        await video.play()
        await shown
        return performance.now() - began
      }, `${origin}/${name}`)
      all.push({ name, seconds: milliseconds / 1_000, kilobytes: bytes / 1_000 })
      await page.context().close()
    }
    return all
  } finally {
    await browser.close()
    server.closeAllConnections()
    server.close()
  }
}

/** What a video of the page has that is used of it. */
type Video = {
  src: string
  error: { message: string } | null
  onerror: () => void
  play: () => Promise<void>
  requestVideoFrameCallback: (shown: (time: unknown) => void) => void
}

/** 400 kbit/s, as far from the mast; the same as in `tests/journeys/fan-plays-a-film.test.ts`. */
const threeG = { offline: false, latency: 300, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }
