import { type AutomationRun, automation as contract } from '../../../contract/automation.ts'
import type { Received } from '../../../contract/endpoint.ts'
import { readPeople } from '../../people/views.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import {
  createAutomation,
  listAutomations,
  removeAutomation,
  switchAutomation,
  updateAutomation,
} from './automations.ts'
import { dryRun } from './dry-run.ts'
import { logOfAutomation, logOfCreator } from './statements.ts'

export const automationRoutes = (ctx: Services) =>
  implement(contract)({
    list: async (_, { viewer }) => ({ data: await listAutomations(ctx, viewer) }),
    create: async (input, { viewer, created }) => {
      const made = await createAutomation(ctx, viewer, input)
      created()
      return made
    },
    update: (input, { viewer }) => updateAutomation(ctx, viewer, input),
    switch: (input, { viewer }) => switchAutomation(ctx, viewer, input),
    remove: async ({ id }, { viewer }) => {
      await removeAutomation(ctx, viewer, id)
      return { ok: true }
    },
    dryRun: (input, { viewer }) => dryRun(ctx, viewer, input),
    log: (query, { viewer }) => readLog(ctx, viewer, query),
  })

/** A page of the decisions, the newest first. */
async function readLog(
  ctx: Services,
  viewer: Viewer,
  query: Received<typeof contract.log>,
): Promise<{ data: AutomationRun[]; next: string | null }> {
  const { limit = 30, cursor, automation_id: automation } = query
  const [after = null] = fromCursor(cursor, 'uuid') ?? []
  const page = { creator: viewer.id, after, limit: limit + 1 }
  const found =
    automation === undefined
      ? await ctx.db.run(logOfCreator, page)
      : await ctx.db.run(logOfAutomation, { ...page, automation })
  const { rows, next } = cut(found, limit, (row) => [row.id])
  const fans = await readPeople(
    ctx,
    viewer.id,
    rows.map((row) => row.fan_id),
  )
  const data = rows.map((row) => ({
    id: row.id,
    automation_id: row.automation_id,
    trigger: row.trigger,
    fan: fans.get(row.fan_id) ?? null,
    decision: row.decision,
    event_at: row.event_at.toISOString(),
    decided_at: row.decided_at.toISOString(),
  }))
  return { data, next }
}
