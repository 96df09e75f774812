import { teamRequests } from '../../../contract/team-requests.ts'
import { implementOnBehalf } from '../../identity/on-behalf.ts'
import type { Route } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { acceptForViewer, declineForViewer, deliverForViewer } from './answer.ts'

/** The paid requests of a creator, answered by an operator at the desk (product §91). */
export const teamRequestRoutes = (ctx: Services): Route[] =>
  implementOnBehalf(
    ctx,
    teamRequests,
  )({
    accept: ({ id }, { viewer }) => acceptForViewer(ctx, viewer, id),
    decline: (input, call) => declineForViewer(ctx, call, teamRequests.decline, input),
    deliver: (input, call) => deliverForViewer(ctx, call, teamRequests.deliver, input),
  })
