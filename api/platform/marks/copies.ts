import { Worker } from 'node:worker_threads'
import { refuse } from '../http/refusal.ts'
import { log } from '../log.ts'

/** A copy to make: of these bytes of a picture, whose largest size is `width` × `height`, with this mark. */
export type CopyOrder = {
  source: Uint8Array
  type: string
  width: number
  height: number
  key: Uint8Array
  mediaId: string
  mark: number
  /** What is written on it, in a username's letters; null for nothing. */
  stamp: string | null
  needsFingerprint: boolean
}
/** `isUnreadable` where it is no picture at all. */
export type CopyAnswer = { bytes: Uint8Array; fingerprint: string | null } | { isUnreadable: true }

/**
 * Makes a marked copy in a worker, beside the requests: a hundred milliseconds of a core for a picture of 1,080 px. Refuses
 * `unavailable` when a hundred copies wait already, when the picture could not be decoded, and when the worker died.
 */
export async function makeCopy(order: CopyOrder): Promise<CopyAnswer> {
  if (waiting.size >= mostWaiting) throw refuse('unavailable')
  const n = ++count
  return new Promise<CopyAnswer>((resolve, reject) => {
    waiting.set(n, { resolve, reject })
    worker ??= start()
    worker.postMessage({ ...order, n })
  }).finally(() => waiting.delete(n))
}

const mostWaiting = 100
const waiting = new Map<number, { resolve: (it: CopyAnswer) => void; reject: (error: unknown) => void }>()
let count = 0
let worker: Worker | null = null

function start(): Worker {
  const started = new Worker(new URL('copy-worker.ts', import.meta.url))
  started.on('message', ({ n, answer }: { n: number; answer: CopyAnswer | { isFailed: true } }) => {
    if ('isFailed' in answer) waiting.get(n)?.reject(refuse('unavailable'))
    else waiting.get(n)?.resolve(answer)
  })
  started.once('error', (error) => log.error('the worker of marked copies failed', { error: String(error) }))
  started.once('exit', () => {
    if (worker === started) worker = null
    for (const { reject } of waiting.values()) reject(refuse('unavailable'))
  })
  started.unref()
  return started
}

/** The variant under which a marked copy is stored beside the clean one, and one with a stamp beside that. */
export const copyOf = (variant: string, mark: number, isStamped = false): string =>
  `${variant}${isStamped ? 'stamped' : ''}-m${mark}`

/** Whether an object in storage is a marked copy, which can be made again from the clean one. */
export const isCopy = (key: string): boolean => /\/[a-z\d]+-m\d+$/.test(key)
