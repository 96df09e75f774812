import type { WebSocket } from 'ws'
import { log, reasonOf } from '../log.ts'

/** The tasks of one socket, one after the other: catching up, frames, checks of an operator's rights. */
export type WorkQueue = { isIdle(): boolean; add(task: () => Promise<void>): void }

/** Tasks of a socket that has closed are dropped; `onOverflow` is called when more wait than a client can cause. */
export function createWorkQueue(ws: WebSocket, onOverflow: () => void): WorkQueue {
  /** The last task, or null while there is none. */
  let last: Promise<void> | null = null
  let waiting = 0
  return {
    isIdle: () => last === null,
    add(task) {
      if (waiting >= waitingAtMost) return onOverflow()
      waiting += 1
      const added: Promise<void> = (last ?? Promise.resolve())
        .then(() => (ws.readyState === ws.OPEN ? task() : undefined))
        .catch(reportError)
        .then(() => {
          waiting -= 1
          if (last === added) last = null
        })
      last = added
    },
  }
}

export const reportError = (error: unknown): void => log.warn('socket', { error: reasonOf(error) })

const waitingAtMost = 2_000
