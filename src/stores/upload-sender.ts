import { DetailedError, Upload } from 'tus-js-client'
import { mediaIdHeader, uploadPath } from '../../contract/uploads.ts'
import type { Sender, UploadItem } from './uploads.ts'

/**
 * Sends one file by tus: in parts, again after a broken line, and on from where it was after a reload. Of a film a frame is
 * drawn meanwhile, which goes after it as its poster.
 */
export function openSender({ file }: Pick<UploadItem, 'file'>, say: (change: Partial<UploadItem>) => void): Sender {
  let stopped = false
  let frame: Promise<Blob | null> = Promise.resolve(null)
  let isDrawn = !file.type.startsWith('video/')
  const draw = async () => {
    const { drawFrame } = await import('./film-frame.ts')
    const drawn = await drawFrame(file)
    if (drawn !== null) say({ thumb: URL.createObjectURL(drawn) })
    return drawn
  }
  const upload = new Upload(file, {
    endpoint: uploadPath,
    chunkSize: 8 * 1024 * 1024,
    retryDelays: [500, 1_500, 4_000, 10_000, 20_000, 40_000],
    metadata: { filename: file.name, filetype: file.type },
    removeFingerprintOnSuccess: true,
    onProgress: (sent) => !stopped && say({ sent, state: 'sending' }),
    onShouldRetry: (error) => {
      const isRefused = error instanceof DetailedError && isFinal(statusOf(error))
      if (!isRefused && !stopped) say({ state: 'offline' })
      return !isRefused
    },
    onSuccess: async ({ lastResponse }) => {
      const mediaId = lastResponse.getHeader(mediaIdHeader) ?? upload.url?.split('/').at(-1) ?? null
      const poster = await frame
      if (poster !== null && mediaId !== null) await sendPoster(mediaId, poster)
      say({ sent: file.size, state: 'processing', mediaId })
    },
    onError: (error) => !stopped && say({ state: 'failed', reason: reasonOf(error) }),
  })
  return {
    send: () => {
      stopped = false
      if (!isDrawn) frame = draw().catch(() => null)
      isDrawn = true
      void upload.findPreviousUploads().then(([previous]) => {
        if (previous !== undefined && upload.url === null) upload.resumeFromPreviousUpload(previous)
        if (!stopped) upload.start()
      })
    },
    pause: () => {
      stopped = true
      void upload.abort()
    },
    cancel: () => {
      stopped = true
      void upload.abort(true).catch(() => undefined)
    },
  }
}

/** A film whose poster does not arrive stays as it is: its preview says little, and it plays all the same. */
const sendPoster = (mediaId: string, picture: Blob): Promise<unknown> =>
  fetch(`/api/private-medias/${mediaId}/poster`, {
    method: 'PUT',
    headers: { 'content-type': picture.type },
    body: picture,
    signal: AbortSignal.timeout(30_000),
  }).catch(() => null)

const statusOf = (error: DetailedError): number => error.originalResponse?.getStatus() ?? 0

/** A refusal that will be the same the next time. */
const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 409 && status !== 423

function reasonOf(error: Error): UploadItem['reason'] {
  const status = error instanceof DetailedError ? statusOf(error) : 0
  if (status === 413) return 'too_many_bytes'
  if (status === 429) return 'too_many'
  return isFinal(status) ? 'refused' : 'network'
}
