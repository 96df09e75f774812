import { orNull, statement, text, uuid } from '../db/statement.ts'
import type { Services } from '../services.ts'
import { type Purge, purgePath, purgeSignatureHeader, signPurge } from '../../../contract/edge.ts'

/** What visitors see of this person has changed: their page, their posts, and the front page that may show them. */
export function purgeProfile(ctx: Pick<Services, 'env'>, username: string | null): void {
  const purge = opened.get(ctx.env) ?? openPurge(ctx.env)
  opened.set(ctx.env, purge)
  if (username !== null) purge({ profiles: [username], paths: ['/'] })
}
/** The same for a user by id. The username is looked up in the background, and the caller does not wait for it. */
export function purgePerson(ctx: Pick<Services, 'env' | 'db'>, userId: string | null): void {
  if (userId === null || !ctx.env.EDGE_ORIGIN) return
  ctx.db.run(readUsername, { user: userId }).then(
    ([row]) => purgeProfile(ctx, row?.username ?? null),
    (error: unknown) => console.error('Cached pages could not be purged:', error),
  )
}
const readUsername = statement(
  'purge_username_of',
  { user: uuid },
  { username: orNull(text) },
  ({ user }) => `select username from users where id = ${user}`,
)

const opened = new WeakMap<Services['env'], ReturnType<typeof openPurge>>()

/**
 * Tells the edge which public pages changed, so that visitors see the change at once instead of within half a
 * minute. Call it after the commit. It never throws and never waits: changes of the same moment are sent together, and
 * an edge that cannot be reached costs one line in the log. Does nothing without `EDGE_ORIGIN` and `EDGE_SECRET`.
 */
export function openPurge(env: {
  EDGE_ORIGIN?: string | undefined
  EDGE_SECRET?: string | undefined
}): (change: Purge) => void {
  const { EDGE_ORIGIN, EDGE_SECRET } = env
  if (!EDGE_ORIGIN || !EDGE_SECRET) return () => undefined
  const profiles = new Set<string>()
  const paths = new Set<string>()
  let planned = false

  const send = async () => {
    planned = false
    const body = JSON.stringify({ profiles: [...profiles], paths: [...paths] })
    profiles.clear()
    paths.clear()
    const signature = await signPurge(EDGE_SECRET, body, Math.floor(Date.now() / 1000))
    const answer = await fetch(new URL(purgePath, EDGE_ORIGIN), {
      method: 'POST',
      headers: { [purgeSignatureHeader]: signature, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(5_000),
    })
    if (!answer.ok) throw new Error(`the edge answered ${answer.status}`)
  }

  return (change) => {
    for (const name of change.profiles ?? []) profiles.add(name)
    for (const path of change.paths ?? []) paths.add(path)
    if (planned) return
    planned = true
    setTimeout(() => send().catch((error: unknown) => console.error('Cached pages could not be purged:', error)), 20)
  }
}
