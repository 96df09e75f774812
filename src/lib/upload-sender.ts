import { DetailedError, Upload } from 'tus-js-client'
import type { Answer } from '../../contract/endpoint.ts'
import { directPartBytes } from '../../contract/limits.ts'
import {
  type MediaNote,
  type MediaReason,
  mediaIdHeader,
  onlyForKey,
  uploadPath,
  uploads,
} from '../../contract/uploads.ts'
import { contentHashOf } from './content-hash.ts'
import { DirectRefusal, sendDirect } from './direct-upload.ts'
import { writtenAs } from './page-account.ts'

/** How far a file is on its way into the vault. */
export type UploadProgress = {
  /** A picture of it made by the browser, to be shown before the server has one. */
  thumb: string | null
  /** Bytes that have arrived. */
  sent: number
  /**
   * `checking`: whether the vault has it already; `duplicate`: it has, and its owner decides. `offline`: no answer comes;
   * `unavailable`: the server cannot take it now; both go on by themselves.
   */
  state:
    | 'waiting'
    | 'checking'
    | 'duplicate'
    | 'sending'
    | 'offline'
    | 'unavailable'
    | 'paused'
    | 'processing'
    | 'ready'
    | 'failed'
  reason: MediaReason | MediaNote | 'refused' | 'network' | 'too_many' | 'storage_full' | 'quota_full' | null
  mediaId: string | null
  /** Says which file it is, once it is known. */
  contentHash: string | null
  /** What the vault has of the same file; null while `duplicate` where it is in the list a second time. */
  duplicate: { id: string; created_at: string } | null
}

/** `send(true)` sends what is there already a second time. */
export type UploadSender = { send(isWanted?: boolean): void; pause(): void; cancel(): void }

/**
 * Sends one file in parts, again after a broken connection, and on from where it was after a reload: a large one straight
 * into the media store where that is offered, everything else by tus. What the vault has already, or the list a second
 * time (`isListed`; null: it is not asked), is not sent before its owner says so. Meanwhile it draws a frame of a video, which it sends
 * afterwards as the poster. What a fan sends is `onlyFor` one creator, by tus alone and for as long as the page is there.
 */
export function openSender(
  file: File,
  report: (change: Partial<UploadProgress>) => void,
  isListed: ((contentHash: string) => boolean) | null = null,
  onlyFor: string | null = null,
): UploadSender {
  const run: Run = { file, report, onlyFor, isStopped: false, contentHash: null, direct: new AbortController() }
  let isChecked = false
  const poster = posterOf(file, (thumb) => report({ thumb }))
  const arrived = async (mediaId: string | null) => {
    const picture = await poster.drawn
    if (picture !== null && mediaId !== null) await sendPoster(mediaId, picture)
    report({ sent: file.size, state: 'processing', mediaId })
  }
  const upload = openTus(run, arrived)
  /** Answers whether the file is to be sent. */
  const check = async () => {
    if (isListed === null) return true
    report({ state: 'checking' })
    const contentHash = await contentHashOf(file).catch(() => null)
    const isTwin = contentHash !== null && isListed(contentHash)
    // At once, so that of two of the same that are looked at together one is sent.
    report({ contentHash })
    const found = isTwin ? twin : await findDuplicate(contentHash)
    if (run.isStopped) return false
    isChecked = true
    run.contentHash = contentHash
    report(found)
    return found.state !== 'duplicate'
  }
  const send = async (isWanted: boolean) => {
    const [previous] = onlyFor === null ? await upload.findPreviousUploads() : []
    if (previous !== undefined && upload.url === null) upload.resumeFromPreviousUpload(previous)
    if (!isChecked && !isWanted && upload.url === null && !(await check())) return
    if (run.isStopped) return
    const mediaId = onlyFor === null && file.size > directPartBytes ? await sendLarge(run, upload) : null
    if (mediaId !== null) await arrived(mediaId)
    else if (!run.isStopped) upload.start()
  }
  return {
    send: (isWanted = false) => {
      run.isStopped = false
      poster.draw()
      send(isWanted).catch((error: Error) => {
        if (!run.isStopped) report({ state: 'failed', reason: reasonOf(error) })
      })
    },
    pause: () => {
      run.isStopped = true
      run.direct.abort()
      void upload.abort()
    },
    cancel: () => {
      run.isStopped = true
      run.direct.abort()
      void upload.abort(true).catch(() => undefined)
    },
  }
}

/** One file on its way. */
type Run = {
  file: File
  report: (change: Partial<UploadProgress>) => void
  onlyFor: string | null
  isStopped: boolean
  contentHash: string | null
  direct: AbortController
}

function openTus(run: Run, arrived: (mediaId: string | null) => Promise<void>): Upload {
  const { file, report, onlyFor } = run
  let accepted = 0
  const upload: Upload = new Upload(file, {
    endpoint: uploadPath,
    headers: writtenAs(),
    chunkSize: 8 * 1024 * 1024,
    retryDelays: [500, 1_500, 4_000, 10_000, 20_000, 40_000],
    metadata: { filename: file.name, filetype: file.type, ...(onlyFor !== null && { [onlyForKey]: onlyFor }) },
    storeFingerprintForResuming: onlyFor === null,
    removeFingerprintOnSuccess: true,
    onProgress: (sent) => !run.isStopped && report({ sent, state: 'sending' }),
    onChunkComplete: (_, bytes) => {
      accepted = bytes
    },
    onShouldRetry: (error) => {
      const status = error instanceof DetailedError ? statusOf(error) : 0
      if (isFinal(status)) return false
      if (!run.isStopped) report({ state: status === 0 ? 'offline' : 'unavailable', sent: accepted })
      return true
    },
    onSuccess: ({ lastResponse }) => void arrived(lastResponse.getHeader(mediaIdHeader) ?? idOf(upload)),
    onError: (error) => !run.isStopped && report({ state: 'failed', reason: reasonOf(error) }),
  })
  return upload
}

/** The media of a file that went straight into the store; null where tus has to send it, or the rest of it. */
async function sendLarge(run: Run, upload: Upload): Promise<string | null> {
  const { file, contentHash, report } = run
  run.direct = new AbortController()
  const done = await sendDirect(
    file,
    { id: idOf(upload), contentHash },
    {
      onBegun: (id) => void remember(upload, file, id),
      onProgress: (sent) => !run.isStopped && report({ sent, state: 'sending' }),
      signal: run.direct.signal,
    },
  )
  if (done === null || !('mediaId' in done)) return null
  forget(upload, file)
  return done.mediaId
}

const idOf = (upload: Upload): string | null => upload.url?.split('/').at(-1) ?? null

/** Notes an upload that was not begun by tus where tus looks for it: after a reload, and when it takes over. */
async function remember(upload: Upload, file: File, id: string): Promise<void> {
  const begun = {
    ...{ size: file.size, metadata: upload.options.metadata ?? {}, creationTime: new Date().toString() },
    ...{ uploadUrl: `${uploadPath}/${id}`, parallelUploadUrls: null, urlStorageKey: '' },
  }
  upload.url = begun.uploadUrl
  const fingerprint = await upload.options.fingerprint?.(file, upload.options)
  if (fingerprint) await upload.options.urlStorage?.addUpload(fingerprint, begun)
}

function forget(upload: Upload, file: File): void {
  const { fingerprint, urlStorage } = upload.options
  void fingerprint?.(file, upload.options).then(async (it) => {
    for (const { urlStorageKey } of it ? ((await urlStorage?.findUploadsByFingerprint(it)) ?? []) : [])
      await urlStorage?.removeUpload(urlStorageKey)
  })
}

const twin = { state: 'duplicate', duplicate: null } as const

/** What the vault has of the same file. Where that cannot be found out, the file is sent. */
async function findDuplicate(contentHash: string | null): Promise<Pick<UploadProgress, 'state' | 'duplicate'>> {
  const duplicate = contentHash === null ? null : await readDuplicate(contentHash).catch(() => null)
  return { state: duplicate === null ? 'sending' : 'duplicate', duplicate }
}

async function readDuplicate(contentHash: string): Promise<UploadProgress['duplicate']> {
  const answer = await fetch(uploads.duplicate.path.replace('{content_hash}', contentHash), {
    signal: AbortSignal.timeout(10_000),
  })
  return answer.ok ? ((await answer.json()) as Answer<typeof uploads.duplicate>).media : null
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
    headers: { 'content-type': picture.type, ...writtenAs() },
    body: picture,
    signal: AbortSignal.timeout(30_000),
  }).catch(() => null)

const statusOf = (error: DetailedError): number => error.originalResponse?.getStatus() ?? 0

/** Whether the server will refuse the next attempt as well. */
const isFinal = (status: number): boolean =>
  status === 507 || (status >= 400 && status < 500 && status !== 409 && status !== 423)

function reasonOf(error: Error): UploadProgress['reason'] {
  const status = statusOfRefusal(error)
  if (status === 413) return 'too_many_bytes'
  if (status === 429) return 'too_many'
  if (status === 507) return isQuota(error) ? 'quota_full' : 'storage_full'
  return isFinal(status) ? 'refused' : 'network'
}

/** Whether it is the creator's own room that is full. */
const isQuota = (error: Error): boolean => {
  if (error instanceof DirectRefusal) return error.body.includes('"quota_full"')
  return error instanceof DetailedError && (error.originalResponse?.getBody() ?? '').includes('"quota_full"')
}

function statusOfRefusal(error: Error): number {
  if (error instanceof DirectRefusal) return error.status
  return error instanceof DetailedError ? statusOf(error) : 0
}
