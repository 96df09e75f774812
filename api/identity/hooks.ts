import type { Db } from '../platform/db/db.ts'

/** What the app does when something happens to an account; composed in `api/app.ts`. */
export type IdentityHooks = {
  /** Runs in the transaction that notes a sign-in with a new device; answers what to call after the commit. */
  onNewDevice(tx: Db, userId: string): Promise<() => void>
}
