import type { LastMessageType, Message } from '../../../contract/chat.ts'
import { comparedEach } from '../../../contract/policy/text-comparison.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { chunkOfBroadcast } from '../../platform/http/expensive.ts'
import { forEachIndependently } from '../../platform/jobs/for-each.ts'
import type { Queue, Services } from '../../platform/services.ts'
import { calendarChanged } from '../calendar/changed.ts'
import { readReceived } from '../chat/views.ts'
import { resolveAudience, resolveCompared, type Selection } from './audience.ts'
import { resolveRest } from './comparison.ts'
import {
  type ClaimedBroadcast,
  claimScheduled,
  claimSending,
  creatorsWithUnfinished,
  insertChunk,
  markSending,
  nextRecipients,
  nextUnfinished,
  readMediaKind,
  readUnsent,
  updateProgress,
} from './delivery-statements.ts'
import { selectionOfClaimed } from './recipients.ts'
import { retract } from './retract.ts'

/**
 * Finishes the broadcasts of one creator, one after the other: sends each to its whole audience, or deletes its
 * messages. A creator has one task at a time on all nodes, so many broadcasts of one keep no others waiting.
 */
export const broadcastQueue: Queue<{ creator: string }> = {
  name: 'broadcasts',
  concurrency: 2,
  // A missing heartbeat shows that a node died; a large audience may take longer than any fixed time.
  options: {
    policy: 'exclusive',
    retryLimit: 20,
    retryDelay: 1,
    retryBackoff: true,
    // A broadcast that fails keeps the creator's later ones waiting no longer than this.
    retryDelayMax: 60,
    expireInSeconds: 6 * 3_600,
    heartbeatSeconds: 10,
  },
  key: ({ creator }) => creator,
  run: async (ctx, { creator }) => {
    await forEachIndependently(unfinishedOf(ctx, creator), async (id) => {
      await deliver(ctx, id)
      const [row] = await ctx.db.run(readUnsent, { id })
      if (row?.is_unsent) await retract(ctx, id)
      return true
    })
  },
}

/** The ids of a creator's broadcasts to finish, each once, with those that are sent meanwhile. */
async function* unfinishedOf(ctx: Services, creator: string): AsyncGenerator<string> {
  for (const tried: string[] = []; ; ) {
    const [next] = await ctx.db.run(nextUnfinished, { creator, now: new Date(ctx.now()), tried })
    if (next === undefined) return
    tried.push(next.id)
    yield next.id
  }
}

/** Enqueues the creators of broadcasts whose time has come, or whose job was given up while it sent or deleted messages. */
export async function enqueueDue(ctx: Services): Promise<void> {
  const creators = await ctx.db.run(creatorsWithUnfinished, { now: new Date(ctx.now()) })
  await ctx.jobs.enqueue(ctx.db, broadcastQueue, creators)
}

/**
 * Resolves the audience once, then sends in chunks until every recipient has the message. Of two texts that are compared it
 * sends both to some, and to the others when it is called after the comparison.
 */
export async function deliver(ctx: Services, broadcastId: string): Promise<void> {
  const creator = await ctx.db.transact((tx) => resolveRecipients(tx, ctx, broadcastId))
  if (creator !== null) calendarChanged(ctx, creator, 'broadcast')
  await ctx.db.transact((tx) => resolveRest(tx, ctx, broadcastId))
  while (await sendChunk(ctx, broadcastId)) {
    // Each chunk is a transaction of its own, so that progress is visible and a restart continues after it.
  }
}

/** Answers whose it is where sending begins. */
async function resolveRecipients(tx: Db, ctx: Services, broadcastId: string): Promise<string | null> {
  const [broadcast] = await tx.run(claimScheduled, { id: broadcastId })
  if (broadcast === undefined) return null
  const selection = await selectionOfClaimed(tx, ctx, broadcast)
  if (broadcast.compares) await resolveTwoTexts(tx, broadcastId, selection)
  else {
    const leftOut = await resolveAudience(tx, broadcastId, selection)
    await tx.run(markSending, { id: broadcastId, leftOut, total: null, each: null })
  }
  return broadcast.sender_id
}

async function resolveTwoTexts(tx: Db, id: string, selection: Selection): Promise<void> {
  const { count: total, left_out: leftOut } = await resolveCompared(tx, id, selection)
  await tx.run(markSending, { id, leftOut, total, each: comparedEach(total) })
}

/** Sends to the next recipients, in one transaction with the progress; answers whether there are more. */
export async function sendChunk(ctx: Services, broadcastId: string, size = chunkSize): Promise<boolean> {
  let onlineDeliveries: Delivery[] = []
  const send = async (tx: Db) => {
    onlineDeliveries = []
    const [broadcast] = await tx.run(claimSending, { id: broadcastId })
    if (broadcast === undefined) return false
    const recipients = await tx.run(nextRecipients, {
      broadcast: broadcastId,
      creator: broadcast.sender_id,
      isCompared: broadcast.is_compared,
      after: broadcast.sent_to,
      limit: size,
    })
    // Fans who blocked, were blocked or turned the creator off since the audience was resolved are left out.
    const deliveries = recipients
      .filter(({ is_blocked, frequency }) => !is_blocked && frequency !== 'off')
      .map((row) => toDelivery(row.user_id, { isSecond: row.version === 'second', isLoud: row.frequency !== 'digest' }))
    if (deliveries.length > 0) await insertMessages(tx, ctx, broadcastId, broadcast, deliveries)
    onlineDeliveries = deliveries.filter(({ user_id, is_loud }) => is_loud && ctx.live.isOnline(user_id))
    const isLast = recipients.length < size
    const sentTo = recipients.at(-1)?.user_id ?? broadcast.sent_to
    await tx.run(updateProgress, {
      ...{ broadcast: broadcastId, sentTo, isLast, isCompared: broadcast.is_compared, now: new Date(ctx.now()) },
      ...countsOf(deliveries, broadcast.is_compared),
    })
    return !isLast
  }
  const hasMore = await chunkOfBroadcast(() => ctx.db.transact(send))
  await publishDeliveries(ctx, onlineDeliveries)
  return hasMore
}

const toDelivery = (userId: string, { isSecond, isLoud }: { isSecond: boolean; isLoud: boolean }) => ({
  user_id: userId,
  is_second: isSecond,
  is_loud: isLoud,
  new_session: newId(),
  message_id: newId(),
  event_id: newId(),
})
type Delivery = ReturnType<typeof toDelivery>

/** How many get it, and of those who compare two texts how many get each. */
function countsOf(deliveries: readonly Delivery[], isCompared: boolean) {
  const [sent, second] = [deliveries.length, deliveries.filter((it) => it.is_second).length]
  return { sent, first: isCompared ? sent - second : 0, second }
}

async function insertMessages(
  tx: Db,
  ctx: Services,
  broadcastId: string,
  broadcast: ClaimedBroadcast,
  recipients: readonly Delivery[],
): Promise<void> {
  await tx.run(insertChunk, {
    broadcast: broadcastId,
    creator: broadcast.sender_id,
    operator: broadcast.operator_id,
    content: broadcast.content,
    secondContent: broadcast.second_content,
    priceCents: broadcast.price_cents,
    now: new Date(ctx.now()),
    mediaKind: await firstMediaKind(tx, broadcast),
    media: broadcast.media_ids.map((id) => ({ id, is_preview: broadcast.preview_ids.includes(id) })),
    recipients,
  })
}

async function firstMediaKind(tx: Db, broadcast: ClaimedBroadcast): Promise<LastMessageType | null> {
  const [media] = broadcast.media_ids
  if (media === undefined) return null
  const [row] = await tx.run(readMediaKind, { media })
  return row?.kind ?? null
}

/** Fans who are online receive the event at once; the others find the message when they return. */
async function publishDeliveries(ctx: Services, deliveries: readonly Delivery[]): Promise<void> {
  const eventIds = new Map(deliveries.map((delivery) => [delivery.message_id, delivery.event_id]))
  for (const message of await readReceived(ctx, [...eventIds.keys()])) {
    const id = eventIds.get(message.id)
    ctx.live.publish({
      ...(id !== undefined && { id }),
      userId: message.receiver_id,
      type: 'new_broadcast',
      payload: toBroadcastEvent(message),
    })
  }
}

/** The event of spec §7, and the message beside it. */
const toBroadcastEvent = (message: Message) => ({
  sender: message.sender,
  content: message.content,
  created_at: message.created_at,
  media: message.media,
  session_id: message.session_id,
  message,
})

/** Few, because each locks the conversation with a recipient until the transaction ends. */
const chunkSize = 500
