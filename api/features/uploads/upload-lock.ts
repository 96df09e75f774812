import { setTimeout as wait } from 'node:timers/promises'
import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server'
import { newId } from '../../platform/db/ids.ts'
import type { Services } from '../../platform/services.ts'
import { releaseLock, renewLock, takeLock } from './statements.ts'

/**
 * One request at a time writes to an upload, on whichever node: its row names the request, for as long as that renews
 * it. A client that comes back over another connection asks the earlier request to stop, which stores what it holds. The
 * lock of a dead node ends after five seconds. It saves work and makes offsets exact; that bytes are never mixed does
 * not depend on it (`addPart`).
 */
export const uploadLocker = (ctx: Services): Locker => ({ newLock: (id) => new UploadLock(ctx, id) })

class UploadLock implements Lock {
  readonly #ctx: Services
  readonly #id: string
  readonly #holder = newId()
  #renewal: NodeJS.Timeout | undefined

  constructor(ctx: Services, id: string) {
    this.#ctx = ctx
    this.#id = id
  }

  async lock(signal: AbortSignal, requestRelease: RequestRelease): Promise<void> {
    const given = Date.now()
    while (!(await this.#isTaken())) {
      if (signal.aborted || Date.now() - given > patienceMs) throw lockedRefusal
      await wait(retryMs)
    }
    this.#renewal = setInterval(() => void this.#renew(requestRelease), renewMs)
    this.#renewal.unref()
  }

  async unlock(): Promise<void> {
    clearInterval(this.#renewal)
    await this.#ctx.db.run(releaseLock, { id: this.#id, holder: this.#holder })
  }

  async #isTaken(): Promise<boolean> {
    const [row] = await this.#ctx.db.run(takeLock, { id: this.#id, holder: this.#holder, seconds: aliveSeconds })
    if (row === undefined) throw ERRORS.FILE_NOT_FOUND
    return row.is_mine
  }

  async #renew(requestRelease: RequestRelease): Promise<void> {
    // While the database is away nothing can be written either.
    const rows = await this.#ctx.db
      .run(renewLock, { id: this.#id, holder: this.#holder, seconds: aliveSeconds })
      .catch(() => null)
    if (rows !== null && rows[0]?.is_wanted !== false) await requestRelease()
  }
}

/** Tus clients try again after 423. */
const lockedRefusal = { status_code: 423, body: 'Another request is writing to this upload.\n' }
const aliveSeconds = 5
const renewMs = 1_000
const retryMs = 250
const patienceMs = 10_000
