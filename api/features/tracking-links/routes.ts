import { hostsConfig } from '../../../contract/hosts.ts'
import { trackingLinks } from '../../../contract/tracking-links.ts'
import { readPersonById } from '../../people/views.ts'
import { type Call, implement } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { arrivalsOf, arrive, cookieLine, isVisit, mayRemember } from './arrivals.ts'
import { createLink, listLinks, readLink, updateLink } from './links.ts'
import { trackingLinkByCode } from './statements.ts'
import { countLinkVisit } from './visits.ts'

export const trackingLinkRoutes = (ctx: Services) =>
  implement(trackingLinks)({
    list: (query, { me }) => listLinks(ctx, me, query),
    get: (query, { me }) => readLink(ctx, me, query),
    create: async (input, { me, created }) => {
      const link = await createLink(ctx, me, input)
      created()
      return link
    },
    update: async (input, { me }) => {
      await updateLink(ctx, me, input)
      return { ok: true as const }
    },
    open: async ({ code }, call) => {
      const [link] = await ctx.db.run(trackingLinkByCode, { code })
      if (link === undefined) throw refuse('not_found')
      const { viewer } = call
      const creator = await readPersonById(ctx, viewer?.acting ? null : (viewer?.id ?? null), link.creator_id)
      // The link is found by who finds the profile.
      if (creator === undefined || creator.blocked_by || creator.username === null) throw refuse('not_found')
      if (!link.is_archived && viewer?.id !== creator.id && !viewer?.acting) remember(ctx, call, link.id, code)
      call.goTo(`/@${creator.username}`)
      return { ok: true as const }
    },
  })

/** Counts the visit once a day, and lets the browser remember by which link it came. */
function remember(
  ctx: Services,
  { headers, setCookie }: Call<typeof trackingLinks.open>,
  linkId: string,
  code: string,
) {
  if (!isVisit(headers)) return
  const now = ctx.now()
  const { arrivals, isFirstOfDay } = arrive(arrivalsOf(headers.get('cookie'), now), code, now)
  if (isFirstOfDay) countLinkVisit(ctx, linkId)
  if (!mayRemember(headers)) return
  setCookie(cookieLine(arrivals, { isSecure: ctx.env.production, domain: hostsConfig(ctx.env).productionDomain }))
}
