import { create } from 'zustand'
import type { UploadProgress, UploadSender } from '../lib/upload-sender.ts'
import { disconnect, loggedOut } from '../lib/window-events.ts'

/** A file on its way into the vault. Only the browser knows it, so it lives here and survives a change of page. */
export type UploadItem = UploadProgress & { key: number; file: File }

export const useUploads = create<{ items: readonly UploadItem[] }>(() => ({ items: [] }))

let lastKey = 0

/** Queues files; two are sent at a time, and all are forgotten when the person who chose them signs out. */
export function addUploads(files: Iterable<File>): void {
  for (const end of [disconnect, loggedOut]) addEventListener(end, forgetUploads)
  const items = [...files].map((file): UploadItem => {
    lastKey += 1
    const thumb = file.type.startsWith('image/') ? URL.createObjectURL(file) : null
    return { key: lastKey, file, thumb, ...waiting }
  })
  useUploads.setState((uploads) => ({ items: [...uploads.items, ...items] }))
  sendNext()
}

const waiting: Omit<UploadProgress, 'thumb'> = {
  ...{ sent: 0, state: 'waiting', reason: null, mediaId: null, contentHash: null, duplicate: null },
}

export function patchUpload(key: number, change: Partial<UploadItem>): void {
  useUploads.setState(({ items }) => ({
    items: items.map((item) => (item.key === key ? { ...item, ...change } : item)),
  }))
  if (change.state !== undefined) sendNext()
}

/** Holds a file back; what has arrived stays on the server. */
export function pauseUpload(key: number): void {
  senders.get(key)?.pause()
  patchUpload(key, { state: 'paused' })
}

/** Continues a paused file, or tries a failed one again: from its first byte where the server has lost it. */
export function resumeUpload(key: number): void {
  if (itemOf(key)?.reason === 'lost') senders.delete(key)
  patchUpload(key, itemOf(key)?.reason === 'lost' ? waiting : { state: 'waiting', reason: null })
}

/** Takes what the vault has already instead of sending the same file again. */
export function reuseDuplicate(key: number): void {
  const duplicate = itemOf(key)?.duplicate
  if (duplicate) patchUpload(key, { state: 'ready', mediaId: duplicate.id })
}

/** Sends a file although the vault has it already. */
export function sendDuplicate(key: number): void {
  wanted.add(key)
  patchUpload(key, { state: 'waiting', duplicate: null })
}

/** Takes a file off the list; what has arrived of an unfinished one is deleted on the server too. */
export function removeUpload(key: number): void {
  const item = itemOf(key)
  if (item === undefined) return
  if (item.mediaId === null) senders.get(key)?.cancel()
  senders.delete(key)
  wanted.delete(key)
  if (item.thumb !== null) URL.revokeObjectURL(item.thumb)
  useUploads.setState(({ items }) => ({ items: items.filter((other) => other.key !== key) }))
  sendNext()
}

/** Takes everything off the list, once nothing of it is under way. */
export function clearUploads(): void {
  for (const { key } of useUploads.getState().items) removeUpload(key)
}

/** What has arrived stays on the server, so that the same person can continue with the same file. */
function forgetUploads(): void {
  const { items } = useUploads.getState()
  useUploads.setState({ items: [] })
  for (const { key, thumb } of items) {
    senders.get(key)?.pause()
    if (thumb !== null) URL.revokeObjectURL(thumb)
  }
  senders.clear()
}

/** Whether leaving the page would interrupt an upload. */
export const isUploading = (items: readonly UploadItem[]): boolean =>
  items.some((item) => item.state === 'waiting' || isUnderWay(item))

/** Whether a file is being sent, or will be as soon as that is possible again. */
export const isUnderWay = ({ state }: UploadItem): boolean =>
  state === 'sending' || state === 'checking' || state === 'offline' || state === 'unavailable'

const senders = new Map<number, UploadSender>()
/** Those that are sent although they are there already. */
const wanted = new Set<number>()
const isListed = (key: number) => (contentHash: string) =>
  useUploads
    .getState()
    .items.some((it) => it.key !== key && it.contentHash === contentHash && !['failed', 'duplicate'].includes(it.state))
const itemOf = (key: number) => useUploads.getState().items.find((item) => item.key === key)

const atOnce = 2

/** Sends the next files of the queue. The code of the protocol is fetched with the first of them. */
function sendNext(): void {
  const { items } = useUploads.getState()
  const busy = items.filter(isUnderWay).length
  const item = items.find(({ state }) => state === 'waiting')
  if (item === undefined || busy >= atOnce) return
  const { key, file } = item
  useUploads.setState({ items: items.map((other) => (other === item ? { ...item, state: 'sending' } : other)) })
  void import('../lib/upload-sender.ts').then(
    ({ openSender }) => {
      // The file was removed or paused while the code was loading.
      if (itemOf(key)?.state !== 'sending') return
      const sender = senders.get(key) ?? openSender(file, (change) => patchUpload(key, change), isListed(key))
      senders.set(key, sender)
      sender.send(wanted.has(key))
    },
    () => patchUpload(key, { state: 'failed', reason: 'network' }),
  )
  sendNext()
}
