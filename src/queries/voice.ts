import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PrivateMedia } from '../../contract/media.ts'
import type { UploadProgress } from '../lib/upload-sender.ts'
import { vaultKeys } from './media.ts'
import { mediaQuery } from './uploads.ts'

/** How far a voice note is: percent of its bytes while they are sent, then being made ready; `offline` waits by itself. */
export type VoiceProgress = { state: 'sending' | 'offline' | 'unavailable' | 'preparing'; percent: number }

/** Why a voice note did not become media: a reason of the upload, or of the API. */
export class VoiceFailure extends Error {
  readonly reason: string | null
  constructor(reason: string | null) {
    super(reason ?? 'failed')
    this.reason = reason
  }
}

/**
 * Puts a recording into the vault by the resumable upload, or sends it for one creator alone (`onlyFor`), and answers the
 * media once the API has made it ready. Trying again goes on where the line broke.
 */
export function useUploadVoice(onReady: (media: PrivateMedia) => void, onlyFor: string | null) {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<VoiceProgress>({ state: 'sending', percent: 0 })
  const upload = useMutation({
    mutationFn: (file: File) => uploadMedia(queryClient, file, { onlyFor, report: setProgress }),
    onSuccess: (media) => {
      if (onlyFor === null) void queryClient.invalidateQueries({ queryKey: vaultKeys.all })
      onReady(media)
    },
    // Without a network the upload waits and says so; the button is not to be silent before it begins.
    networkMode: 'always',
    meta: { shown: true },
  })
  return { upload, progress }
}

type Uploading = { onlyFor: string | null; report: (progress: VoiceProgress) => void; signal?: AbortSignal }

/**
 * Uploads one file and answers the media once it is ready. Throws a `VoiceFailure` where it does not become one; once
 * the signal is aborted it gives the upload up.
 */
export async function uploadMedia(queryClient: QueryClient, file: File, { signal, ...to }: Uploading) {
  to.report({ state: 'sending', percent: 0 })
  const id = await sendFile(file, to, signal)
  to.report({ state: 'preparing', percent: 100 })
  for (;;) {
    signal?.throwIfAborted()
    const media = await queryClient.fetchQuery({ ...mediaQuery(id), staleTime: 0, retry: 5 })
    if (media.state === 'failed') throw new VoiceFailure(media.reason)
    if (media.state === 'ready') return media
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

async function sendFile(file: File, { onlyFor, report }: Omit<Uploading, 'signal'>, signal?: AbortSignal) {
  const { openSender } = await import('../lib/upload-sender.ts')
  signal?.throwIfAborted()
  return new Promise<string>((resolve, reject) => {
    const percentOf = (sent = 0) => Math.round((sent / file.size) * 100)
    const onProgress = ({ state, sent, mediaId, reason }: Partial<UploadProgress>) => {
      if (state === 'sending' || state === 'offline' || state === 'unavailable')
        report({ state, percent: percentOf(sent) })
      if (state === 'failed') reject(new VoiceFailure(reason ?? null))
      if (state === 'processing') mediaId ? resolve(mediaId) : reject(new VoiceFailure('lost'))
    }
    const sender = openSender(file, onProgress, null, onlyFor)
    signal?.addEventListener('abort', () => {
      sender.cancel()
      reject(signal.reason)
    })
    sender.send()
  })
}

const pollMs = 400
