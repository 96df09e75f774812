import type { Db } from '../platform/db/db.ts'

/** What features do when an account changes; composed in `api/app.ts`. */
export type IdentityHooks = {
  /** Runs in the transaction that records a sign-in with a new device; returns the effects to run after the commit. */
  onNewDevice(tx: Db, userId: string): Promise<() => void>
}
