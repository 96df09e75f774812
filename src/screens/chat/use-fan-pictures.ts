import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fanMediaPerMessage } from '../../../contract/limits.ts'
import { m } from '../../paraglide/messages.js'
import { uploadMedia, VoiceFailure } from '../../queries/voice.ts'
import { toast } from '../../stores/toasts.ts'
import { fanReasonText } from './fan-reason-text.ts'

/** A picture that a fan has chosen; `mediaId` is null until the API has made it ready. */
export type FanPicture = { key: string; name: string; url: string; percent: number; mediaId: string | null }
type Entry = FanPicture & { upload: AbortController }

/**
 * The pictures that go along with a fan's next message to this creator. Each is uploaded as soon as it is chosen; what
 * does not become a picture is taken off again, and says why.
 */
export function useFanPictures(creatorId: string) {
  const queryClient = useQueryClient()
  const [pictures, setPictures] = useState<readonly Entry[]>([])
  const latest = useRef(pictures)
  latest.current = pictures
  useEffect(() => () => latest.current.forEach(giveUp), [])

  const change = (key: string, to: Partial<FanPicture>) =>
    setPictures((them) => them.map((it) => (it.key === key ? { ...it, ...to } : it)))
  const forget = (key: string) =>
    setPictures((them) => {
      them.filter((it) => it.key === key).forEach(giveUp)
      return them.filter((it) => it.key !== key)
    })

  const start = async (file: File, { key, name, upload: { signal } }: Entry) => {
    const report = ({ percent }: { percent: number }) => change(key, { percent })
    try {
      const media = await uploadMedia(queryClient, file, { onlyFor: creatorId, report, signal })
      change(key, { mediaId: media.id })
    } catch (error) {
      if (signal.aborted) return
      forget(key)
      const reason = fanReasonText(error instanceof VoiceFailure ? error.reason : 'network')
      void toast(m.chat_picture_failed({ name, reason }), { type: 'error' })
    }
  }
  const add = (files: readonly File[]) => {
    const room = fanMediaPerMessage - pictures.length
    if (files.length > room) void toast(m.chat_pictures_most({ count: fanMediaPerMessage }))
    const chosen = files.slice(0, room)
    const entries = chosen.map((file) => ({
      ...{ key: crypto.randomUUID(), name: file.name, url: URL.createObjectURL(file) },
      ...{ percent: 0, mediaId: null, upload: new AbortController() },
    }))
    setPictures((them) => [...them, ...entries])
    for (const [at, file] of chosen.entries()) {
      const entry = entries[at]
      if (entry) void start(file, entry)
    }
  }
  const clear = () => {
    for (const { url } of pictures) URL.revokeObjectURL(url)
    setPictures([])
  }
  return { pictures: pictures as readonly FanPicture[], add, remove: forget, clear }
}

function giveUp({ upload, url }: Entry): void {
  upload.abort()
  URL.revokeObjectURL(url)
}
