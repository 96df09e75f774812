import { useEffect, useRef, useState } from 'react'
import { type UploadItem, useUploads } from '../../stores/uploads.ts'

/** Calls `onArrive` with the media of uploads that become ready while the picker is open: they are chosen at once. */
export function useArrivals(isOpen: boolean, onArrive: (ids: string[]) => void): void {
  const uploads = useUploads((it) => it.items)
  const [seen] = useState(() => new Set(readyOf(uploads)))
  const arrive = useRef(onArrive)
  useEffect(() => {
    arrive.current = onArrive
  })
  useEffect(() => {
    const arrived = readyOf(uploads).filter((id) => !seen.has(id))
    for (const id of arrived) seen.add(id)
    if (isOpen && arrived.length > 0) arrive.current(arrived)
  }, [isOpen, uploads, seen])
}

const readyOf = (uploads: readonly UploadItem[]): string[] =>
  uploads.flatMap((it) => (it.state === 'ready' && it.mediaId !== null ? [it.mediaId] : []))
