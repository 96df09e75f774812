import { create } from 'zustand'
import type { MediaReason } from '../../contract/uploads.ts'
import { disconnect, loggedOut } from '../lib/events.ts'

/** A file on its way into the vault. The browser alone knows it, so it lives here and survives a change of page. */
export type UploadItem = {
  key: number
  file: File
  /** A picture of it made by the browser, to be shown before the server has one. */
  thumb: string | null
  /** Bytes that have arrived. */
  sent: number
  state: 'waiting' | 'sending' | 'offline' | 'paused' | 'processing' | 'ready' | 'failed'
  reason: MediaReason | 'refused' | 'network' | 'too_many' | null
  mediaId: string | null
}

export const useUploads = create<{ items: readonly UploadItem[] }>(() => ({ items: [] }))

let last = 0

/** Puts files in line; they are sent two at a time, and forgotten when the one who chose them signs out. */
export function addUploads(files: Iterable<File>): void {
  for (const end of [disconnect, loggedOut]) addEventListener(end, forgetUploads)
  const items = [...files].map((file): UploadItem => {
    last += 1
    const thumb = file.type.startsWith('image/') ? URL.createObjectURL(file) : null
    return { key: last, file, thumb, sent: 0, state: 'waiting', reason: null, mediaId: null }
  })
  useUploads.setState((it) => ({ items: [...it.items, ...items] }))
  next()
}

export function patchUpload(key: number, change: Partial<UploadItem>): void {
  useUploads.setState((it) => ({ items: it.items.map((item) => (item.key === key ? { ...item, ...change } : item)) }))
  if (change.state !== undefined) next()
}

/** Holds a file back; what has arrived stays. */
export function pauseUpload(key: number): void {
  sender(key)?.pause()
  patchUpload(key, { state: 'paused' })
}

/** Goes on with a paused file, or tries a failed one again. */
export function resumeUpload(key: number): void {
  patchUpload(key, { state: 'waiting', reason: null })
}

/** Takes a file off the list; one that has not arrived is given up on the server too. */
export function removeUpload(key: number): void {
  const item = useUploads.getState().items.find((it) => it.key === key)
  if (item === undefined) return
  if (item.mediaId === null) sender(key)?.cancel()
  senders.delete(key)
  if (item.thumb !== null) URL.revokeObjectURL(item.thumb)
  useUploads.setState((it) => ({ items: it.items.filter((other) => other.key !== key) }))
  next()
}

/** What has arrived of each stays on the server, to be gone on with by the same person and the same file. */
function forgetUploads(): void {
  const { items } = useUploads.getState()
  useUploads.setState({ items: [] })
  for (const it of items) {
    sender(it.key)?.pause()
    if (it.thumb !== null) URL.revokeObjectURL(it.thumb)
  }
  senders.clear()
}

/** Whether leaving the page would break something off. */
export const isUploading = (items: readonly UploadItem[]): boolean =>
  items.some((it) => it.state === 'waiting' || it.state === 'sending' || it.state === 'offline')

export type Sender = { send(): void; pause(): void; cancel(): void }
const senders = new Map<number, Sender>()
const sender = (key: number) => senders.get(key)
const stateOf = (key: number) => useUploads.getState().items.find((it) => it.key === key)?.state

const atOnce = 2

/** Sends the next files in line. The protocol's code is fetched when there is something to send. */
function next(): void {
  const { items } = useUploads.getState()
  const busy = items.filter((it) => it.state === 'sending' || it.state === 'offline').length
  const item = items.find((it) => it.state === 'waiting')
  if (item === undefined || busy >= atOnce) return
  useUploads.setState((it) => ({
    items: it.items.map((other) => (other.key === item.key ? { ...other, state: 'sending' } : other)),
  }))
  void import('./upload-sender.ts').then(
    ({ openSender }) => {
      // Taken off the list, or held back, while the code was on its way.
      if (stateOf(item.key) !== 'sending') return
      const known = sender(item.key) ?? openSender(item, (change) => patchUpload(item.key, change))
      senders.set(item.key, known)
      known.send()
    },
    () => patchUpload(item.key, { state: 'failed', reason: 'network' }),
  )
  next()
}
