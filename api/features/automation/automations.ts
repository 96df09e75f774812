import { and, eq } from 'drizzle-orm'
import { asksForSpending } from '../../../contract/audience-filter.ts'
import type { Automation, automation as contract } from '../../../contract/automation.ts'
import { coinsOf } from '../../../contract/coins.ts'
import type { Received } from '../../../contract/endpoint.ts'
import { automationsPerCreator } from '../../../contract/limits.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { automations } from '../../platform/db/schema/automation.ts'
import { requireFlag } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { getList } from '../audience/lists.ts'
import { attachedValues } from '../chat/attached.ts'
import { readerOf } from '../chat/views.ts'
import { type AutomationRow, automationOfCreator, automationsOfCreator } from './statements.ts'

export type Written = Received<typeof contract.create>

/** The automatic messages of the creator with their figures of the last 30 days, the oldest first. */
export async function listAutomations(ctx: Services, viewer: Viewer): Promise<Automation[]> {
  const since = new Date(ctx.now() - 30 * 86_400_000)
  const rows = await ctx.db.run(automationsOfCreator, { creator: viewer.id, since })
  return rows.map((row) => present(viewer, row))
}

export async function createAutomation(ctx: Services, viewer: Viewer, written: Written): Promise<Automation> {
  const id = newId()
  await ctx.db.transact(async (tx) => {
    const values = await valuesOf(tx, viewer, written)
    const count = await tx.$count(automations, eq(automations.creatorId, viewer.id))
    if (count >= automationsPerCreator) throw refuse('too_many_automations')
    const now = new Date(ctx.now())
    await tx.insert(automations).values({ ...values, id, creatorId: viewer.id, createdAt: now, updatedAt: now })
    await audit(tx, viewer, 'automation.create', { kind: 'automation', id })
  })
  return getOne(ctx, viewer, id)
}

export async function updateAutomation(
  ctx: Services,
  viewer: Viewer,
  { id, ...written }: Written & { id: string },
): Promise<Automation> {
  await ctx.db.transact(async (tx) => {
    const before = await lock(tx, viewer, id)
    // An operator changes no price and no media that they may not set.
    if (before.price_cents !== null) requireFlag(viewer, 'can_payment')
    if (before.media_ids.length > 0) requireFlag(viewer, 'can_medias')
    const values = await valuesOf(tx, viewer, written)
    // What another event makes due was not asked for before; the welcome message waits for subscribers.
    const trigger = before.is_welcome ? before.trigger : values.trigger
    await change(tx, viewer, id, { ...values, trigger, updatedAt: new Date(ctx.now()) })
    await audit(tx, viewer, 'automation.update', { kind: 'automation', id })
  })
  return getOne(ctx, viewer, id)
}

/** Switches on from now: what was due before is left alone. */
export async function switchAutomation(
  ctx: Services,
  viewer: Viewer,
  { id, enabled }: { id: string; enabled: boolean },
): Promise<Automation> {
  await ctx.db.transact(async (tx) => {
    const before = await lock(tx, viewer, id)
    if (before.enabled === enabled) return
    if (enabled && before.content === '' && before.media_ids.length === 0)
      throw refuse('invalid_input', { fields: { content: ['nothing to send'] } })
    await change(tx, viewer, id, { enabled, ...(enabled && { enabledAt: new Date(ctx.now()), scannedTo: null }) })
    await audit(tx, viewer, enabled ? 'automation.on' : 'automation.off', { kind: 'automation', id })
  })
  return getOne(ctx, viewer, id)
}

export async function removeAutomation(ctx: Services, viewer: Viewer, id: string): Promise<void> {
  await ctx.db.transact(async (tx) => {
    await lock(tx, viewer, id)
    await tx.delete(automations).where(own(viewer, id))
    await audit(tx, viewer, 'automation.remove', { kind: 'automation', id })
  })
}

/**
 * What is stored of what was written. Throws as a broadcast does: for media of others, a price of nothing, a list of
 * another creator, and flags that the operator lacks.
 */
export async function valuesOf(tx: Db, viewer: Viewer, written: Written) {
  const attached = await attachedValues(tx, viewer, written)
  if (written.list_id != null) {
    const list = await getList(tx, viewer, written.list_id)
    if (list.filter !== null && asksForSpending(list.filter)) requireFlag(viewer, 'can_payment')
  }
  return {
    operatorId: viewer.acting?.operatorId ?? null,
    trigger: written.trigger,
    delayHours: written.delay_hours,
    content: written.content,
    ...attached,
    listId: written.list_id ?? null,
    perDay: written.per_day,
  }
}

async function lock(tx: Db, viewer: Viewer, id: string): Promise<AutomationRow> {
  const [row] = await tx.run(automationOfCreator, { creator: viewer.id, id })
  if (row === undefined) throw refuse('not_found')
  return row
}

async function change(tx: Db, viewer: Viewer, id: string, set: Partial<typeof automations.$inferInsert>) {
  await tx.update(automations).set(set).where(own(viewer, id))
}
const own = (viewer: Viewer, id: string) => and(eq(automations.id, id), eq(automations.creatorId, viewer.id))

async function getOne(ctx: Services, viewer: Viewer, id: string): Promise<Automation> {
  const found = (await listAutomations(ctx, viewer)).find((it) => it.id === id)
  if (found === undefined) throw refuse('not_found')
  return found
}

const present = (viewer: Viewer, row: AutomationRow & { sent: number; dropped: number }): Automation => ({
  id: row.id,
  trigger: row.trigger,
  delay_hours: row.delay_hours,
  content: row.content,
  media_ids: row.media_ids,
  preview_ids: row.preview_ids,
  price: row.price_cents !== null && readerOf(viewer).seesAmounts ? coinsOf(row.price_cents) : null,
  list_id: row.list_id,
  per_day: row.per_day,
  enabled: row.enabled,
  is_welcome: row.is_welcome,
  sent: row.sent,
  dropped: row.dropped,
})
