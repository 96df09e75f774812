import type { DryRun } from '../../../contract/automation.ts'
import { automationsPerWeek } from '../../../contract/limits.ts'
import { automationDecisions, replayAutomation } from '../../../contract/policy/automation.ts'
import { readPeople } from '../../people/views.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { valuesOf, type Written } from './automations.ts'
import { eventValues, toPolicy } from './run.ts'
import { pastEvents } from './statements.ts'

/**
 * What an automatic message would have done in the last 30 days: the statement and the rules of the real run, on what
 * happened then and on what the fans are now. It sends nothing and stores nothing.
 */
export async function dryRun(ctx: Services, viewer: Viewer, written: Written): Promise<DryRun> {
  const now = ctx.now()
  const values = await valuesOf(ctx.db, viewer, written)
  const delayMs = values.delayHours * hourMs
  const asked = {
    list_id: values.listId,
    media_ids: values.mediaIds,
    preview_ids: values.previewIds,
  }
  const found = await ctx.db.run(pastEvents[values.trigger], {
    ...(await eventValues(ctx.db, viewer.id, asked, now)),
    from: new Date(now - dryRunDays * dayMs - delayMs),
    to: new Date(now - delayMs),
    limit: mostEvents + 1,
  })
  const isCut = found.length > mostEvents
  const events = isCut ? found.slice(1) : found
  const decisions = replayAutomation(events.map(toPolicy), { perFan: automationsPerWeek, perDay: values.perDay })
  const receivers = [...new Set(events.filter((_, n) => decisions[n] === 'sent').map((it) => it.fan_id))]
  const shown = receivers.slice(-fansShown).toReversed()
  const people = await readPeople(ctx, viewer.id, shown)
  return {
    days: dryRunDays,
    events: events.length,
    is_cut: isCut,
    decisions: automationDecisions
      .map((decision) => ({ decision, count: decisions.filter((it) => it === decision).length }))
      .filter(({ count }) => count > 0),
    fans: shown.flatMap((id) => people.get(id) ?? []),
  }
}

const dryRunDays = 30
const mostEvents = 5_000
const fansShown = 8
const [hourMs, dayMs] = [3_600_000, 86_400_000]
