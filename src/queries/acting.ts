import { safeReturnPath } from '../lib/return-path.ts'
import { unwrap } from '../lib/refusal.ts'
import { m } from '../paraglide/messages.js'
import { useConnection } from '../stores/connection.ts'
import { permissionDenied, type World } from '../stores/impersonation.ts'

/** The server functions come with the first call from the browser. */
const server = () => import('../server/agencies.functions.ts')

/**
 * The world of the impersonation store in a browser. Going somewhere is a whole new page: whatever was known as one
 * identity must not be seen as the other (safety §8).
 */
export const actingWorld: World = {
  status: () => unwrap(server().then((it) => it.getActing({ data: {} }))),
  start: (targetId, agencyId) =>
    unwrap(server().then((it) => it.startActing({ data: { targetId, agency_id: agencyId } }))),
  stop: () => unwrap(server().then((it) => it.stopActing({ data: {} }))),
  disconnect: () => useConnection.setState({ isHeld: true }),
  navigate: (path) => location.assign(safeReturnPath(path, location.origin)),
  reload: () => location.reload(),
  ended: (reason) => m.acting_ended({ reason: reason === permissionDenied ? m.acting_permission_denied() : reason }),
}
