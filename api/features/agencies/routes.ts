import { acting } from '../../../contract/acting.ts'
import { agencies } from '../../../contract/agencies.ts'
import { agencyTeam } from '../../../contract/agency-team.ts'
import { writingRules } from '../../../contract/writing-rules.ts'
import { stopActing } from '../../identity/acting.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { implement, type Route } from '../../platform/http/implement.ts'
import { RefusalError, refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { allowAccess, endAccess, endLink, readAccess, readEndedAccess, readLinks, setCeiling } from './access.ts'
import { readEnded, readStatus, startActing } from './acting.ts'
import { readAgencyActivity, readFigures, readMyActivity } from './activity.ts'
import { changeMember, createAgency, dissolveAgency, removeCreator, removeMember, updateAgency } from './agencies.ts'
import { removeGrant } from './grants.ts'
import { accept, decline, invite, readInvitations, withdraw } from './invitations.ts'
import { readCreatorsPage, readMembersPage, readPairs } from './pages.ts'
import { putGrant, putGrants } from './put-grants.ts'
import { agenciesOfMember } from './statements.ts'
import { teamInboxRoutes } from './team-inbox-routes.ts'
import { readAgencies, readAgency } from './views.ts'
import { changeWritingRules, readWritingRules, rulesOf } from './writing-rules.ts'

const ok = { ok: true } as const
const signedOut = { agencyId: null, setCookie: null }

/** Acting comes first, because `/api/agencies/stop-impersonation` would match an agency's path. */
export const agencyRoutes = (ctx: Services): Route[] => [
  ...actingRoutes(ctx),
  ...ownRoutes(ctx),
  ...teamRoutes(ctx),
  ...writingRoutes(ctx),
  ...teamInboxRoutes(ctx),
]

const actingRoutes = (ctx: Services) =>
  implement(acting)({
    status: async (_input, { viewer }) => readStatus(ctx, viewer),
    ended: async (_input, { viewer }) => ({ ended: await readEnded(ctx, viewer) }),
    start: async ({ targetId, agency_id }, { viewer, headers, setCookie }) => {
      const started = await startActing(ctx, viewer, headers, { id: targetId, agencyId: agency_id ?? null })
      setCookie(started.setCookie)
      return started
    },
    stop: async (_input, { headers, setCookie, goTo }) => {
      const stopped = await stopActing(ctx, headers).catch((error: unknown) => {
        // A caller whose session has ended is redirected to the sign-in page, because this answer is JSON.
        if (isForm(headers) && error instanceof RefusalError && error.code === 'unauthorised') return signedOut
        throw error
      })
      if (stopped.setCookie !== null) setCookie(stopped.setCookie)
      if (isForm(headers)) goTo(stopped.agencyId === null ? '/agencies' : `/agency/${stopped.agencyId}`)
      return { ok: true, agency_id: stopped.agencyId }
    },
  })

/** The stop button is a form, so that it works before the page is hydrated or without JavaScript. */
const isForm = (headers: Headers): boolean =>
  headers.get('content-type')?.toLowerCase().startsWith('application/x-www-form-urlencoded') === true

const ownRoutes = (ctx: Services) =>
  implement(agencies)({
    list: async (paging, { viewer }) => readOwnAgencies(ctx, viewer, paging),
    create: async ({ name }, { viewer, created }) => {
      created()
      return createAgency(ctx, viewer, name)
    },
    get: async ({ id }, { viewer }) => {
      const agency = await readAgency(ctx, viewer.id, id)
      if (agency === undefined) throw refuse('not_found')
      return agency
    },
    update: async ({ id, name }, { viewer }) => updateAgency(ctx, viewer, id, name),
    dissolve: async ({ id }, { viewer }) => {
      await dissolveAgency(ctx, viewer, id)
      return ok
    },
    invite: async ({ id, kind, username, role }, { viewer, created }) => {
      created()
      return invite(ctx, viewer, { agencyId: id, kind, username, role: role ?? null })
    },
    withdraw: async ({ id, invitationId }, { viewer }) => {
      await withdraw(ctx, viewer, id, invitationId)
      return ok
    },
    changeMember: async ({ id, memberId, role }, { viewer }) => changeMember(ctx, viewer, id, memberId, role),
    removeMember: async ({ id, memberId }, { viewer }) => {
      await removeMember(ctx, viewer, id, memberId)
      return ok
    },
    removeCreator: async ({ id, creatorId }, { viewer }) => {
      await removeCreator(ctx, viewer, id, creatorId)
      return ok
    },
    putGrant: async ({ id, memberId, creatorId, permissions, until, shift }, { viewer }) =>
      putGrant(ctx, viewer, { agencyId: id, memberId, creatorId, permissions, until: until ?? null, shift }),
    removeGrant: async ({ id, memberId, creatorId }, { viewer }) => {
      await removeGrant(ctx, viewer, { agencyId: id, memberId, creatorId })
      return ok
    },
    activity: async ({ id, ...query }, { viewer }) => readAgencyActivity(ctx, viewer, id, query),
    figures: async ({ id, days }, { viewer }) => readFigures(ctx, viewer, id, Number(days)),
    invitations: async (paging, { viewer }) => readInvitations(ctx, viewer, paging),
    accept: async ({ id, ceiling }, { viewer }) => {
      await accept(ctx, viewer, id, ceiling ?? null)
      return ok
    },
    decline: async ({ id }, { viewer }) => {
      await decline(ctx, viewer, id)
      return ok
    },
    links: async (paging, { viewer }) => readLinks(ctx, viewer, paging),
    setCeiling: async ({ id, ceiling }, { viewer }) => setCeiling(ctx, viewer, id, ceiling),
    endLink: async ({ id }, { viewer }) => ({ ...ok, held: await endLink(ctx, viewer, id) }),
    access: async (paging, { viewer }) => readAccess(ctx, viewer, paging),
    endAccess: async ({ grantId }, { viewer }) => ({ ...ok, held: await endAccess(ctx, viewer, grantId) }),
    endedAccess: async (paging, { viewer }) => readEndedAccess(ctx, viewer, paging),
    allowAccess: async ({ grantId }, { viewer }) => {
      await allowAccess(ctx, viewer, grantId)
      return ok
    },
    myActivity: async (query, { viewer }) => readMyActivity(ctx, viewer, query),
  })

const teamRoutes = (ctx: Services) =>
  implement(agencyTeam)({
    members: async (query, { viewer }) => readMembersPage(ctx, viewer, query),
    creators: async (query, { viewer }) => readCreatorsPage(ctx, viewer, query),
    grants: async (query, { viewer }) => readPairs(ctx, viewer, query),
    putGrants: async ({ id, member_ids, creator_ids, permissions, until, shift }, { viewer }) => ({
      data: await putGrants(ctx, viewer, {
        agencyId: id,
        memberIds: member_ids,
        creatorIds: creator_ids,
        permissions,
        until: until ?? null,
        shift,
      }),
    }),
  })

const writingRoutes = (ctx: Services) =>
  implement(writingRules)({
    ofAgency: async ({ id }, { viewer }) => readWritingRules(ctx, viewer, id),
    change: async (rules, { viewer }) => changeWritingRules(ctx, viewer, rules),
    whileActing: async (_input, { viewer }) => rulesOf(viewer),
  })

async function readOwnAgencies(ctx: Services, viewer: Viewer, paging: { limit?: number; cursor?: string }) {
  const limit = Math.min(paging.limit ?? 20, 20)
  const [after] = fromCursor(paging.cursor, 'uuid') ?? [null]
  const found = await ctx.db.run(agenciesOfMember, { member: viewer.id, after: after ?? null, limit: limit + 1 })
  const { rows, next } = cut(found, limit, (row) => [row.id])
  const ids = rows.map((row) => row.id)
  return { data: await readAgencies(ctx, viewer.id, ids), next }
}
