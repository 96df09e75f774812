import { automationsPerWeek } from '../../../contract/limits.ts'
import { type AutomationDecision, decideAutomation } from '../../../contract/policy/automation.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { forEachIndependently } from '../../platform/jobs/for-each.ts'
import { runAll } from '../../platform/live/live.ts'
import type { Queue, Services } from '../../platform/services.ts'
import { choiceValues } from '../audience/choice.ts'
import { filterOfList } from '../audience/lists.ts'
import { listOfCreator } from '../audience/statements.ts'
import { ownReadyMedia } from '../chat/attached.ts'
import { insertMessages } from '../chat/send.ts'
import {
  type AutomationRow,
  claimAutomation,
  creatorsDue,
  type EventRow,
  enabledAutomations,
  insertRuns,
  moveScans,
  nextEvents,
  sentSince,
  setScanned,
  welcomesAtOnce,
} from './statements.ts'

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

/** Decides about what happened to the fans of one creator, automation by automation, in batches; one task a creator. */
export const automationQueue: Queue<{ creator: string }> = {
  name: 'automations',
  concurrency: 2,
  options: {
    policy: 'exclusive',
    retryLimit: 5,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 3_600,
    heartbeatSeconds: 10,
  },
  key: ({ creator }) => creator,
  run: async (ctx, { creator }) => {
    const automations = await ctx.db.run(enabledAutomations, { creator })
    await forEachIndependently(automations, async ({ id }) => {
      while (await runBatch(ctx, id)) {
        // Each batch is a transaction of its own, so that a restart continues after it.
      }
      return true
    })
  },
}

/** Enqueues the creators of automations that have something to decide about. */
export async function enqueueAutomations(ctx: Services): Promise<void> {
  const now = new Date(ctx.now())
  const due = await ctx.db.run(creatorsDue, { now })
  await ctx.jobs.enqueue(ctx.db, automationQueue, due)
  await ctx.db.run(moveScans, { now, busy: due.map((row) => row.creator) })
}

/** Has the message for a new subscriber sent as soon as the transaction commits, if it waits for nothing. */
export async function welcomeSubscriber(tx: Db, ctx: Services, creator: string): Promise<void> {
  if ((await tx.run(welcomesAtOnce, { creator })).length > 0) await ctx.jobs.enqueue(tx, automationQueue, [{ creator }])
}

/**
 * Decides about the next events of an automation, sends what may be sent and logs every decision, in one transaction; a
 * second run decides nothing again. Answers whether there may be more.
 */
export async function runBatch(ctx: Services, id: string, size = batchSize): Promise<boolean> {
  let afterCommit = () => {}
  const count = await ctx.db.transact(async (tx) => {
    afterCommit = () => {}
    const [row] = await tx.run(claimAutomation, { id })
    if (row === undefined) return 0
    const { creator_id: creator } = row
    const now = ctx.now()
    const events = await tx.run(nextEvents[row.trigger], {
      ...(await eventValues(tx, creator, row, now)),
      automation: id,
      from: new Date(beginOf(row) - row.delay_hours * hourMs),
      to: new Date(now - row.delay_hours * hourMs),
      limit: size,
    })
    if (events.length === 0) {
      await tx.run(setScanned, { id, to: new Date(now) })
      return 0
    }
    const decisions = await decide(tx, creator, row, events, now)
    const sent = await send(tx, ctx, row, creator, events, decisions)
    await tx.run(insertRuns, {
      automation: id,
      creator,
      now: new Date(now),
      runs: events.map((event, n) => ({
        id: newId(),
        fan_id: event.fan_id,
        key: event.key,
        decision: decisions[n] ?? 'gone',
        message_id: sent.ids.get(event.fan_id) ?? null,
        event_at: event.at,
      })),
    })
    afterCommit = sent.afterCommit
    return events.length
  })
  afterCommit()
  return count > 0
}

/** What a statement of events asks beside the span: the list that is the condition, and what is for sale. */
export async function eventValues(db: Db, creator: string, row: Asked, now: number) {
  const list = row.list_id === null ? null : await db.run(listOfCreator, { creator, id: row.list_id })
  // A deleted list holds no fans.
  const choice = list?.[0] === undefined ? { ids: [] } : { filter: filterOfList(list[0]) }
  return {
    ...choiceValues(creator, choice, now),
    hasCondition: row.list_id !== null,
    media: row.media_ids.filter((media) => !row.preview_ids.includes(media)),
  }
}
type Asked = Pick<AutomationRow, 'list_id' | 'media_ids' | 'preview_ids'>

const beginOf = ({ enabled_at: enabled, scanned_to: scanned }: AutomationRow): number =>
  Math.max(enabled?.getTime() ?? 0, (scanned?.getTime() ?? 0) - lateMs)
/** What was written in a long transaction becomes visible later than its time says. */
const lateMs = 10 * minuteMs

async function decide(tx: Db, creator: string, row: AutomationRow, events: readonly EventRow[], now: number) {
  const [today] = await tx.run(sentSince, { automation: row.id, since: new Date(now - dayMs) })
  const decisions = decideAutomation(events.map(toPolicy), {
    perFan: automationsPerWeek,
    perDay: row.per_day,
    sentToday: today?.count ?? 0,
  })
  const ready = await tx.run(ownReadyMedia, { owner: creator, mediaIds: row.media_ids })
  // What is for sale must be there whole.
  return ready.length === row.media_ids.length
    ? decisions
    : decisions.map((it): AutomationDecision => (it === 'sent' ? 'media' : it))
}

export const toPolicy = (event: EventRow) => ({
  fanId: event.fan_id,
  at: event.at.getTime(),
  reason: event.reason,
  had: event.had,
})

async function send(
  tx: Db,
  ctx: Services,
  row: AutomationRow,
  creator: string,
  events: readonly EventRow[],
  decisions: readonly AutomationDecision[],
) {
  const fans = events.filter((_, n) => decisions[n] === 'sent').map((event) => event.fan_id)
  const media = row.media_ids.map((id) => ({ id, isPreview: row.preview_ids.includes(id) }))
  const sent = await insertMessages(
    tx,
    ctx,
    fans.map((receiverId) => ({
      senderId: creator,
      receiverId,
      content: row.content,
      type: media.length > 0 ? 'media' : 'text',
      priceCents: row.price_cents,
      media,
      operatorId: row.operator_id,
      isFixed: true,
      clientId: row.is_welcome ? `welcome:${receiverId}` : null,
    })),
  )
  return {
    ids: new Map(sent.map(({ message }, n) => [fans[n] ?? '', message.id])),
    afterCommit: runAll(sent.map((it) => it.afterCommit)),
  }
}

/** Few, because each locks the conversation with a fan until the transaction ends. */
const batchSize = 200
