import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fanMediaPerMessage } from '../../../contract/limits.ts'
import { m } from '../../paraglide/messages.js'
import { uploadMedia, VoiceFailure } from '../../queries/voice.ts'
import { toast } from '../../stores/toasts.ts'
import { fanReasonText } from './fan-reason-text.ts'
import { useStoredPictures } from './use-stored-pictures.ts'

/**
 * A picture that a fan has chosen; `mediaId` is null until the API has made it ready, and `url` until one that was chosen
 * before the page was opened has been read.
 */
export type FanPicture = { key: string; name: string; url: string | null; percent: number; mediaId: string | null }
type Entry = FanPicture & { url: string; upload: AbortController }

/**
 * The pictures that go along with a fan's next message to this creator. Each is uploaded as soon as it is chosen, and from
 * then on waits as the words do; what does not become a picture is taken off again, and says why.
 */
export function useFanPictures(creatorId: string) {
  const queryClient = useQueryClient()
  const stored = useStoredPictures(creatorId)
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const latest = useRef(entries)
  useEffect(() => () => latest.current.forEach(giveUp), [])
  const put = (next: readonly Entry[]) => {
    latest.current = next
    setEntries(next)
  }
  const change = (key: string, to: Partial<Pick<Entry, 'percent' | 'mediaId'>>) =>
    put(latest.current.map((it) => (it.key === key ? { ...it, ...to } : it)))
  const forget = (key: string) => {
    latest.current.filter((it) => it.key === key).forEach(giveUp)
    put(latest.current.filter((it) => it.key !== key))
  }
  /** Stores a picture that is ready among those of this page, in the order in which they were chosen. */
  const storeReady = (key: string, mediaId: string) => {
    change(key, { mediaId })
    const here = latest.current.flatMap((it) => it.mediaId ?? [])
    stored.change((ids) => [
      ...ids.filter((id) => !here.includes(id)),
      ...here.filter((id) => id === mediaId || ids.includes(id)),
    ])
  }
  const pictures = shownOf(stored.pictures, entries)

  const start = async (file: File, { key, name, upload: { signal } }: Entry) => {
    const report = ({ percent }: { percent: number }) => change(key, { percent })
    try {
      const media = await uploadMedia(queryClient, file, { onlyFor: creatorId, report, signal })
      storeReady(key, media.id)
    } catch (error) {
      if (signal.aborted) return
      forget(key)
      const reason = fanReasonText(error instanceof VoiceFailure ? error.reason : 'network')
      void toast(m.chat_picture_failed({ name, reason }), { type: 'error' })
    }
  }
  const add = (files: readonly File[]) => {
    const room = Math.max(0, fanMediaPerMessage - pictures.length)
    if (files.length > room) void toast(m.chat_pictures_most({ count: fanMediaPerMessage }))
    const chosen = files.slice(0, room)
    const added = chosen.map((file) => ({
      ...{ key: crypto.randomUUID(), name: file.name, url: URL.createObjectURL(file) },
      ...{ percent: 0, mediaId: null, upload: new AbortController() },
    }))
    put([...latest.current, ...added])
    for (const [at, file] of chosen.entries()) {
      const entry = added[at]
      if (entry) void start(file, entry)
    }
  }
  const remove = (key: string) => {
    const entry = latest.current.find((it) => it.key === key)
    const mediaId = entry?.mediaId ?? key
    entry?.upload.abort()
    forget(key)
    stored.change((ids) => ids.filter((id) => id !== mediaId))
  }
  const clear = () => {
    latest.current.forEach(giveUp)
    put([])
    stored.change(() => [])
  }
  return { pictures, isUploading: entries.some((it) => it.mediaId === null), add, remove, clear }
}

/** Those that were chosen before the page was opened, then those of this page that have not been sent or taken off elsewhere. */
function shownOf(stored: ReturnType<typeof useStoredPictures>['pictures'], entries: readonly Entry[]): FanPicture[] {
  const here = new Set(entries.map((it) => it.mediaId))
  const before = stored.flatMap(({ id, media }) => {
    if (here.has(id)) return []
    const name = media?.name ?? m.chat_a_media()
    return { key: id, name, url: media?.thumb ?? null, percent: 100, mediaId: media === undefined ? null : id }
  })
  return [...before, ...entries.filter(({ mediaId }) => mediaId === null || stored.some((it) => it.id === mediaId))]
}

/** Ends an upload; one that is complete stays, since its picture waits to be sent, or has been. */
function giveUp({ mediaId, upload, url }: Entry): void {
  if (mediaId === null) upload.abort()
  URL.revokeObjectURL(url)
}
