import { DetailedError, Upload } from 'tus-js-client'
import { mediaIdHeader, uploadPath } from '../../contract/uploads.ts'
import type { Sender, UploadItem } from './uploads.ts'

/** Sends one file by tus: in parts, again after a broken line, and on from where it was after a reload. */
export function openSender({ file }: Pick<UploadItem, 'file'>, say: (change: Partial<UploadItem>) => void): Sender {
  let stopped = false
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
    onSuccess: ({ lastResponse }) => {
      const mediaId = lastResponse.getHeader(mediaIdHeader) ?? upload.url?.split('/').at(-1) ?? null
      say({ sent: file.size, state: 'processing', mediaId })
    },
    onError: (error) => !stopped && say({ state: 'failed', reason: reasonOf(error) }),
  })
  return {
    send: () => {
      stopped = false
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

const statusOf = (error: DetailedError): number => error.originalResponse?.getStatus() ?? 0

/** A refusal that will be the same the next time. */
const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 409 && status !== 423

function reasonOf(error: Error): UploadItem['reason'] {
  const status = error instanceof DetailedError ? statusOf(error) : 0
  if (status === 413) return 'too_many_bytes'
  if (status === 429) return 'too_many'
  return isFinal(status) ? 'refused' : 'network'
}
