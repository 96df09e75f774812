import { flags } from '../../../contract/endpoint.ts'
import type { ReadViewer, Viewer } from '../http/viewer.ts'
import type { Services } from '../services.ts'

/** Whom a socket speaks as, read again while an operator acts. */
export type SocketViewer = {
  current(): Viewer
  /** Reads the rights again; false when one of those that the socket was opened with is gone. */
  stillHolds(): Promise<boolean>
  /** The same, at most twice a second; a person who acts for themselves is asked by the hub alone. */
  mayReceive(): Promise<boolean>
}

export function createSocketViewer(
  ctx: Services,
  readViewer: ReadViewer,
  cookie: string,
  opened: Viewer,
): SocketViewer {
  let viewer = opened
  let checkedAt = Date.now()

  async function stillHolds(): Promise<boolean> {
    const seen = (await readViewer(ctx, cookie)).viewer
    if (seen === null || seen.id !== opened.id || grantOf(seen) !== grantOf(opened) || hasLostFlag(viewer, seen))
      return false
    viewer = seen
    checkedAt = Date.now()
    return true
  }

  return {
    current: () => viewer,
    stillHolds,
    mayReceive: async () => viewer.acting === null || Date.now() - checkedAt <= trustedMs || stillHolds(),
  }
}

const grantOf = (viewer: Viewer): string | null => viewer.acting?.grantId ?? null

/** A flag that was taken away ends the socket on every node, also on a node that did not receive the revocation. */
const hasLostFlag = (before: Viewer, now: Viewer): boolean =>
  flags.some((flag) => before.acting?.permissions[flag] === true && now.acting?.permissions[flag] !== true)

const trustedMs = 500
