import { randomUUID } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { newId } from '../db/ids.ts'
import type { Env } from '../env.ts'
import { log, reasonOf } from '../log.ts'
import { readBusMessage } from './bus-messages.ts'
import { createOutboxSweep, createRightsCheck } from './hub-checks.ts'
import type { Live, LiveMessage, PublishedEvent, Subscriber } from './live.ts'
import { prune, recordEvents } from './outbox.ts'
import { openPresence } from './presence.ts'
import { openRedis, type PubSub } from './redis.ts'
import { createSubscribers, type Subscribers } from './subscribers.ts'

type Opening = {
  db: Db
  env: Env
  /** Who is notified when a user connects or disconnects. */
  readAcquaintances: (db: Db, userId: string) => Promise<string[]>
}

/**
 * Opens live delivery for this process. A single process publishes to its own sockets; with REDIS_URL every node
 * receives the events of the people whose sockets it holds. The database is the truth: while Redis is down the nodes
 * read the recorded events instead, and once more when it is back.
 */
export async function openLive({ db, env, readAcquaintances }: Opening): Promise<OpenLive> {
  const node = randomUUID()
  const subscribers = createSubscribers()
  const { deliver, isNew } = createDelivery(subscribers)
  let isClosed = false
  const pubSub: PubSub | null =
    env.REDIS_URL === undefined ? null : openRedis(env.REDIS_URL, { onMessage, onBack: () => presence.publishAll() })
  const presence = openPresence(node, (update) => pubSub?.publish('presence', JSON.stringify(update)))
  pubSub?.subscribe('presence')
  pubSub?.subscribe('revoke')
  presence.publishAll()

  function fanOut(published: PublishedEvent): void {
    deliver(published)
    pubSub?.publish(`user:${published.userId}`, JSON.stringify({ node, published }))
  }

  const publish = ({ id = newId(), userId, type, payload }: LiveMessage & { id?: string }): void =>
    fanOut({ id, userId, type, payload })

  function onMessage(channel: string, text: string) {
    const message = readBusMessage(channel, text)
    if (message === null) log.warn('redis: not a message of a node', { channel: channel.split(':', 1)[0] ?? '' })
    else if ('presence' in message) presence.onMessage(message.presence)
    else if ('revoke' in message) subscribers.revoke(message.revoke, message.reason)
    else if (message.node !== node) deliver(message.published)
  }

  async function publishPresence(user_id: string, online: boolean): Promise<void> {
    for (const userId of await readAcquaintances(db, user_id))
      if (presence.isOnline(userId)) publish({ userId, type: 'presence', payload: { user_id, online } })
  }

  function subscribe(subscriber: Subscriber): () => void {
    const { userId } = subscriber
    if (subscribers.add(subscriber)) pubSub?.subscribe(`user:${userId}`)
    // An operator's socket does not show the creator as online.
    const isOwn = subscriber.operatorId === null
    if (isOwn && presence.came(userId)) void publishPresence(userId, true).catch(report)
    return () => {
      const removed = subscribers.remove(subscriber)
      if (removed === null) return
      if (removed.wasLast) pubSub?.unsubscribe(`user:${userId}`)
      if (isOwn) leave(userId)
    }
  }

  /** A page that is reloaded comes back within moments, and its user counts as online meanwhile. */
  function leave(userId: string): void {
    presence.went(userId)
    const publishUnlessBack = () => {
      if (!isClosed && !presence.isOnline(userId)) void publishPresence(userId, false).catch(report)
    }
    setTimeout(publishUnlessBack, leaveMs).unref()
  }

  const outbox = createOutboxSweep(db, subscribers, (event) => isNew(event.id, event.user_id))
  const timers = startTimers({
    // A single process has no other node whose events it could miss.
    sweepOutbox: pubSub === null ? async () => undefined : outbox.sweep,
    checkRights: createRightsCheck(db, subscribers),
    presence: async () => {
      presence.publishAll()
      presence.sweep()
    },
    prune: () => prune(db),
  })

  return {
    async record(tx, events) {
      const published = await recordEvents(tx, events)
      return () => published.forEach(fanOut)
    },
    publish,
    revoke(target, reason) {
      subscribers.revoke(target, reason)
      pubSub?.publish('revoke', JSON.stringify({ ...target, reason }))
    },
    isOnline: presence.isOnline,
    subscribe,
    outboxAgeSeconds: () => (pubSub === null ? 0 : outbox.ageSeconds()),
    recoveredEvents: outbox.recovered,
    isLinked: () => pubSub === null || !pubSub.isDown(),
    close: async () => {
      isClosed = true
      timers.forEach(clearInterval)
      presence.bye()
      for (const subscriber of subscribers.all()) subscriber.restart()
      pubSub?.close()
    },
  }
}

type OpenLive = Live & {
  /** Whether this node reaches the others; always true of one without Redis, which is alone. */
  isLinked(): boolean
  close(): Promise<void>
}

type Periodic = Record<keyof typeof periods, () => Promise<unknown>>
const periods = { sweepOutbox: 1_000, checkRights: 1_200, presence: 20_000, prune: 600_000 }

function startTimers(work: Periodic): NodeJS.Timeout[] {
  return Object.entries(periods).map(([name, ms]) =>
    setInterval(() => void work[name as keyof Periodic]().catch(report), ms).unref(),
  )
}

/** Hands an event to the sockets of its user once, however often it arrives. */
function createDelivery(subscribers: Subscribers) {
  const delivered = createRecentKeys(100_000)
  const isNew = (id: string, userId: string): boolean => delivered.add(id + userId)
  return {
    isNew,
    deliver(event: PublishedEvent): void {
      const receivers = [...subscribers.of(event.userId)]
      if (receivers.length === 0 || !isNew(event.id, event.userId)) return
      let text: string | null = null
      const textOnce = () => (text ??= JSON.stringify({ id: event.id, type: event.type, ...event.payload }))
      for (const subscriber of receivers) subscriber.onEvent(event, textOnce)
    },
  }
}

/** Remembers the latest keys; `add` answers false for one it knows. */
function createRecentKeys(size: number) {
  const keys = new Set<string>()
  return {
    add(key: string): boolean {
      if (keys.has(key)) return false
      keys.add(key)
      if (keys.size > size) keys.delete(keys.values().next().value as string)
      return true
    },
  }
}

const report = (error: unknown): void => log.warn('live', { error: reasonOf(error) })

const leaveMs = 5_000
