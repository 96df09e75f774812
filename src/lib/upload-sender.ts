import { DetailedError, Upload } from 'tus-js-client'
import { type MediaReason, mediaIdHeader, uploadPath } from '../../contract/uploads.ts'

/** How far a file is on its way into the vault. */
export type UploadProgress = {
  /** A picture of it made by the browser, to be shown before the server has one. */
  thumb: string | null
  /** Bytes that have arrived. */
  sent: number
  /** `offline`: no answer comes; `unavailable`: the server cannot take it now. Both go on by themselves. */
  state: 'waiting' | 'sending' | 'offline' | 'unavailable' | 'paused' | 'processing' | 'ready' | 'failed'
  reason: MediaReason | 'refused' | 'network' | 'too_many' | 'storage_full' | null
  mediaId: string | null
}

export type UploadSender = { send(): void; pause(): void; cancel(): void }

/**
 * Sends one file by tus: in parts, again after a broken connection, and on from where it was after a reload. Meanwhile
 * it draws a frame of a video, which it sends afterwards as the poster.
 */
export function openSender(file: File, report: (change: Partial<UploadProgress>) => void): UploadSender {
  let isStopped = false
  let accepted = 0
  const poster = posterOf(file, (thumb) => report({ thumb }))
  const upload = new Upload(file, {
    endpoint: uploadPath,
    chunkSize: 8 * 1024 * 1024,
    retryDelays: [500, 1_500, 4_000, 10_000, 20_000, 40_000],
    metadata: { filename: file.name, filetype: file.type },
    removeFingerprintOnSuccess: true,
    onProgress: (sent) => !isStopped && report({ sent, state: 'sending' }),
    onChunkComplete: (_, bytes) => {
      accepted = bytes
    },
    onShouldRetry: (error) => {
      const status = error instanceof DetailedError ? statusOf(error) : 0
      if (isFinal(status)) return false
      if (!isStopped) report({ state: status === 0 ? 'offline' : 'unavailable', sent: accepted })
      return true
    },
    onSuccess: async ({ lastResponse }) => {
      const mediaId = lastResponse.getHeader(mediaIdHeader) ?? upload.url?.split('/').at(-1) ?? null
      const picture = await poster.drawn
      if (picture !== null && mediaId !== null) await sendPoster(mediaId, picture)
      report({ sent: file.size, state: 'processing', mediaId })
    },
    onError: (error) => !isStopped && report({ state: 'failed', reason: reasonOf(error) }),
  })
  return {
    send: () => {
      isStopped = false
      poster.draw()
      void upload.findPreviousUploads().then(([previous]) => {
        if (previous !== undefined && upload.url === null) upload.resumeFromPreviousUpload(previous)
        if (!isStopped) upload.start()
      })
    },
    pause: () => {
      isStopped = true
      void upload.abort()
    },
    cancel: () => {
      isStopped = true
      void upload.abort(true).catch(() => undefined)
    },
  }
}

/** The poster of a video, drawn once, when the file is first sent; null for other files and where none can be drawn. */
function posterOf(file: File, onDrawn: (url: string) => void) {
  const poster = {
    drawn: Promise.resolve<Blob | null>(null),
    draw: () => {
      if (!isDrawing && file.type.startsWith('video/')) poster.drawn = draw().catch(() => null)
      isDrawing = true
    },
  }
  let isDrawing = false
  const draw = async () => {
    const { drawFrame } = await import('./video-frame.ts')
    const picture = await drawFrame(file)
    if (picture !== null) onDrawn(URL.createObjectURL(picture))
    return picture
  }
  return poster
}

/** A video whose poster does not arrive gets a neutral preview. */
const sendPoster = (mediaId: string, picture: Blob): Promise<unknown> =>
  fetch(`/api/private-medias/${mediaId}/poster`, {
    method: 'PUT',
    headers: { 'content-type': picture.type },
    body: picture,
    signal: AbortSignal.timeout(30_000),
  }).catch(() => null)

const statusOf = (error: DetailedError): number => error.originalResponse?.getStatus() ?? 0

/** Whether the server will refuse the next attempt as well. */
const isFinal = (status: number): boolean =>
  status === 507 || (status >= 400 && status < 500 && status !== 409 && status !== 423)

function reasonOf(error: Error): UploadProgress['reason'] {
  const status = error instanceof DetailedError ? statusOf(error) : 0
  if (status === 413) return 'too_many_bytes'
  if (status === 429) return 'too_many'
  if (status === 507) return 'storage_full'
  return isFinal(status) ? 'refused' : 'network'
}
