import { discovery } from '../../../contract/discovery.ts'
import { readPeople, readPersonByUsername } from '../../people/views.ts'
import { implement } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { likeFollowed, likeOne, sameTopics, trending } from './statements.ts'

const suggested = 12
const alike = 8

/** Creators for people who look around (product §54). */
export const discoveryRoutes = (ctx: Services) =>
  implement(discovery)({
    suggestions: async (_input, { viewer }) => {
      const because = new Map<string, string>()
      for (const row of await ctx.db.run(likeFollowed, { viewer: viewer.id, limit: suggested }))
        because.set(row.id, row.because)
      const more = because.size < suggested ? await ctx.db.run(trending, { viewer: viewer.id, limit: suggested }) : []
      const ids = [...new Set([...because.keys(), ...more.map((row) => row.id)])].slice(0, suggested)
      const people = await readPeople(ctx, viewer.id, [...ids, ...because.values()])
      return { data: ids.flatMap((id) => suggestionOf(people, id, because.get(id))), next: null }
    },
    similar: async ({ username }, { viewer }) => {
      const viewerId = viewer?.id ?? null
      const creator = await readPersonByUsername(ctx, viewerId, username)
      if (creator === undefined || creator.blocks || creator.blocked_by) throw refuse('not_found')
      if (!creator.is_creator) return { data: [], next: null }
      const asked = { viewer: viewerId, creator: creator.id, limit: alike }
      const byFans = (await ctx.db.run(likeOne, asked)).map((row) => row.id)
      const byTopics = byFans.length < alike ? await ctx.db.run(sameTopics, { ...asked, without: byFans }) : []
      const ids = [...byFans, ...byTopics.map((row) => row.id)].slice(0, alike)
      const people = await readPeople(ctx, viewerId, ids)
      return { data: ids.flatMap((id) => people.get(id) ?? []), next: null }
    },
  })

function suggestionOf(people: Awaited<ReturnType<typeof readPeople>>, id: string, becauseId: string | undefined) {
  const user = people.get(id)
  const because = becauseId === undefined ? undefined : people.get(becauseId)
  if (user === undefined) return []
  return [
    {
      user,
      because: because?.username ? { username: because.username, display_name: because.display_name } : null,
    },
  ]
}
