import { type Purge, purgePath, purgeSignatureHeader, signPurge } from '../../../contract/edge.ts'
import { orNull, statement, text, uuid } from '../db/statement.ts'
import type { Env } from '../env.ts'
import { log, reasonOf } from '../log.ts'
import type { Purger, Services } from '../services.ts'

/** Purges a creator's public pages at the edge: profile, posts, and the front page, which may show them. */
export function purgeProfile(ctx: Pick<Services, 'purger'>, username: string | null): void {
  if (username !== null) ctx.purger.purge({ profiles: [username], paths: ['/'] })
}

/** The same for a person known by id only. The username is read in the background, and the caller does not wait. */
export function purgePerson(ctx: Pick<Services, 'env' | 'db' | 'purger'>, userId: string | null): void {
  if (userId === null || !ctx.env.EDGE_ORIGIN) return
  ctx.db.run(readUsername, { user: userId }).then(
    ([row]) => purgeProfile(ctx, row?.username ?? null),
    (error: unknown) => log.error('cached pages could not be purged', { error: reasonOf(error) }),
  )
}
const readUsername = statement(
  'purge_read_username',
  { user: uuid },
  { username: orNull(text) },
  ({ user }) => `select username from users where id = ${user}`,
)

/**
 * Purges changed public pages at the edge, so that visitors see the change at once instead of within half a minute.
 * Concurrent purges share a request, and an unavailable edge is only logged. Does nothing without `EDGE_ORIGIN` and
 * `EDGE_SECRET`.
 */
export function openPurger(env: Pick<Env, 'EDGE_ORIGIN' | 'EDGE_SECRET'>): Purger {
  const { EDGE_ORIGIN, EDGE_SECRET } = env
  if (!EDGE_ORIGIN || !EDGE_SECRET) return { purge: () => undefined, close: async () => undefined }
  const profiles = new Set<string>()
  const paths = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let sending = Promise.resolve()

  const post = async (change: Purge) => {
    const body = JSON.stringify(change)
    const signature = await signPurge(EDGE_SECRET, body, Math.floor(Date.now() / 1000))
    const response = await fetch(new URL(purgePath, EDGE_ORIGIN), {
      method: 'POST',
      headers: { [purgeSignatureHeader]: signature, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(5_000),
    })
    if (!response.ok) throw new Error(`the edge answered ${response.status}`)
  }

  const flush = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (profiles.size + paths.size === 0) return
    const change = { profiles: [...profiles], paths: [...paths] }
    profiles.clear()
    paths.clear()
    const sent = post(change).catch((error: unknown) =>
      log.error('cached pages could not be purged', { error: reasonOf(error) }),
    )
    sending = Promise.all([sending, sent]).then(() => undefined)
  }

  return {
    purge: (change) => {
      for (const name of change.profiles ?? []) profiles.add(name)
      for (const path of change.paths ?? []) paths.add(path)
      timer ??= setTimeout(flush, delayMs)
    },
    close: () => {
      flush()
      return sending
    },
  }
}
const delayMs = 20
