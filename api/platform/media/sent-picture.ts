import { refuse } from '../http/refusal.ts'
import { type MadeImage, makeImage } from './image.ts'
import { MediaRefusalError } from './media-refusal.ts'

/** The body of a request that sends a picture, bounded before and while it is read. */
export async function readPicture(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) throw refuse('too_large')
  if (!/^image\//i.test(request.headers.get('content-type') ?? '')) throw refuse('unsupported_media')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (request.body ?? new Blob([]).stream()) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > mostBytes) throw refuse('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
const mostBytes = 15 * 1024 * 1024

/** The sizes of a picture that was sent; one that is none is refused with why. */
export async function makePicture(bytes: Uint8Array): Promise<MadeImage> {
  try {
    return await makeImage(bytes)
  } catch (error) {
    if (error instanceof MediaRefusalError) throw refuse('unsupported_media', { reason: error.reason })
    throw error
  }
}
