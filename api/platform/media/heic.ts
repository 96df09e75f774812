import { Worker } from 'node:worker_threads'
import { MediaRefusalError, type MediaRefusalReason } from './media-refusal.ts'

/**
 * The picture of an iPhone's HEIC file, upright and with the colour profile of the file: as a PNG of at most
 * `pictureBounds.full`, and whole as a JPEG without any other metadata. It is decoded in a worker, whose memory is free again before the sizes are made: 12 megapixels take 200 MB.
 * Throws MediaRefusal for more than `mostPixels` pixels and for what cannot be read.
 */
export async function decodeHeic(bytes: Uint8Array, mostPixels: number): Promise<DecodedHeic> {
  const worker = new Worker(new URL('heic-worker.ts', import.meta.url), { workerData: { bytes, mostPixels } })
  try {
    const answer = await new Promise<HeicAnswer>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    if ('refused' in answer) throw new MediaRefusalError(answer.refused)
    return answer
  } finally {
    await worker.terminate()
  }
}

export type DecodedHeic = { png: Uint8Array; whole: Uint8Array }
export type HeicAnswer = DecodedHeic | { refused: MediaRefusalReason }
