import { randomUUID } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { newId } from '../db/ids.ts'
import type { Env } from '../env.ts'
import type { Subscriber, Live, LiveMessage, PublishedEvent, RevocationTarget } from './live.ts'
import { momentOf, prune, readSince, recordEvents } from './outbox.ts'
import { openPresence, type PresenceUpdate } from './presence.ts'
import { openRedis, type PubSub } from './redis.ts'
import { liveSessions } from './statements.ts'

/**
 * Opens the live room of this process. Alone it tells its own sockets; with REDIS_URL every node hears what concerns
 * the people whose sockets it holds. The database is the truth: while Redis is away the nodes read the recorded events
 * instead, and what fell into the gap is read once more when it is back.
 */
export async function openLive({ db, env, readAcquaintances }: Opening): Promise<Live & { close(): Promise<void> }> {
  const node = randomUUID()
  const subscribers = new Map<string, Set<Subscriber>>()
  const delivered = recently(100_000)
  let isOver = false
  const pubSub: PubSub | null =
    env.REDIS_URL === undefined ? null : openRedis(env.REDIS_URL, { heard: onMessage, back: () => presence.announce() })
  const presence = openPresence(node, (news) => pubSub?.publish('presence', JSON.stringify(news)))
  pubSub?.subscribe('presence')
  pubSub?.subscribe('revoke')
  presence.announce()

  const timers = [
    setInterval(() => void sweep().catch(report), sweepMs),
    setInterval(() => void recheck().catch(report), recheckMs),
    setInterval(() => {
      presence.announce()
      presence.sweep()
    }, 20_000),
    setInterval(() => void prune(db).catch(report), 600_000),
  ]
  for (const timer of timers) timer.unref()

  function deliver(event: PublishedEvent): void {
    const subscribersHere = subscribers.get(event.userId)
    if (subscribersHere === undefined || subscribersHere.size === 0) return
    if (!delivered.add(event.id, event.userId)) return
    let text: string | null = null
    const once = () => (text ??= JSON.stringify({ id: event.id, type: event.type, ...event.payload }))
    for (const subscriber of subscribersHere) subscriber.onEvent(event, once)
  }

  function publish(event: LiveMessage & { id?: string }): void {
    fanOut({ id: event.id ?? newId(), userId: event.userId, type: event.type, payload: event.payload })
  }

  function fanOut(published: PublishedEvent): void {
    deliver(published)
    pubSub?.publish(`user:${published.userId}`, JSON.stringify({ node, published }))
  }

  function onMessage(channel: string, text: string) {
    const said: unknown = JSON.parse(text)
    if (channel === 'presence') return presence.onMessage(said as PresenceUpdate)
    if (channel === 'revoke') return revokeHere(said as RevocationTarget & { reason: string; node: string })
    const { node: from, published } = said as { node: string; published: PublishedEvent }
    if (from !== node) deliver(published)
  }

  /**
   * What was recorded for those who listen here and did not reach this node: because Redis is away, or because the
   * node that recorded it died before it could tell. One process alone has nobody else to miss.
   */
  let sweptTo = Date.now()
  let sweeping = false
  async function sweep(): Promise<void> {
    if (pubSub === null || sweeping || subscribers.size === 0) return
    sweeping = true
    try {
      const now = Date.now()
      const missed = await readSince(
        db,
        [...subscribers.keys()],
        Math.max(sweptTo - overlapMs, now - 120_000),
        sweepRows,
      )
      sweptTo = missed.length < sweepRows ? now : (momentOf(missed.at(-1)?.id ?? '') ?? now) + overlapMs
      const unheard = missed.filter((it) => delivered.add(it.id, it.user_id))
      for (const [userId, events] of Map.groupBy(unheard, (it) => it.user_id)) {
        for (const subscriber of subscribers.get(userId) ?? []) subscriber.catchUp(events)
      }
    } finally {
      sweeping = false
    }
  }

  /** Asks in turns whether sockets still hold their rights, so that a revocation nobody told of closes them too. */
  let turn = 0
  let rechecking = false
  async function recheck(): Promise<void> {
    // A slow database is not asked again before it has answered.
    if (rechecking || subscribers.size === 0) return
    rechecking = true
    try {
      await recheckSome()
    } finally {
      rechecking = false
    }
  }

  async function recheckSome(): Promise<void> {
    const all = [...subscribers.values()].flatMap((set) => [...set])
    const part =
      all.length <= recheckAtOnce
        ? all
        : Array.from({ length: recheckAtOnce }, (_, i) => all[(turn + i) % all.length] as Subscriber)
    turn = (turn + recheckAtOnce) % Math.max(all.length, 1)
    const plain = part.filter((it) => it.grantId === null)
    const rows = await db.run(liveSessions, { sessions: [...new Set(plain.map((it) => it.sessionId))] })
    const alive = new Set(rows.map((row) => row.id))
    for (const subscriber of plain) if (!alive.has(subscriber.sessionId)) subscriber.revoke('session_ended')
    await Promise.all(
      part
        .filter((it) => it.grantId !== null)
        .map(async (subscriber) => (await subscriber.stillHolds()) || subscriber.revoke('permission_denied')),
    )
  }

  function revokeHere(whose: RevocationTarget & { reason: string }): void {
    for (const set of [...subscribers.values()])
      for (const subscriber of [...set]) if (concerns(whose, subscriber)) subscriber.revoke(whose.reason)
  }

  /** Tells those acquaintances who are here to see it. */
  async function publishPresence(userId: string, online: boolean): Promise<void> {
    for (const otherId of await readAcquaintances(db, userId)) {
      if (presence.isOnline(otherId))
        publish({ userId: otherId, type: 'presence', payload: { user_id: userId, online } })
    }
  }

  function subscribe(subscriber: Subscriber): () => void {
    const set = subscribers.get(subscriber.userId) ?? new Set<Subscriber>()
    set.add(subscriber)
    subscribers.set(subscriber.userId, set)
    if (set.size === 1) pubSub?.subscribe(`user:${subscriber.userId}`)
    const counts = subscriber.operatorId === null
    if (counts && presence.came(subscriber.userId)) void publishPresence(subscriber.userId, true).catch(report)
    return () => {
      if (!set.delete(subscriber)) return
      if (set.size === 0) {
        subscribers.delete(subscriber.userId)
        pubSub?.unsubscribe(`user:${subscriber.userId}`)
      }
      if (!counts) return
      presence.went(subscriber.userId)
      // A reload is no departure.
      setTimeout(() => {
        if (!isOver && !presence.isOnline(subscriber.userId))
          void publishPresence(subscriber.userId, false).catch(report)
      }, leaveMs).unref()
    }
  }

  return {
    async record(tx, events) {
      const published = await recordEvents(tx, events)
      return () => published.forEach(fanOut)
    },
    publish,
    revoke(whose, reason) {
      revokeHere({ ...whose, reason })
      pubSub?.publish('revoke', JSON.stringify({ ...whose, reason }))
    },
    isOnline: presence.isOnline,
    subscribe,
    close: async () => {
      isOver = true
      timers.forEach(clearInterval)
      presence.bye()
      for (const set of [...subscribers.values()]) for (const subscriber of [...set]) subscriber.restart()
      pubSub?.close()
    },
  }
}

type Opening = {
  db: Db
  env: Env
  /** Who hears that a user came or went. */
  readAcquaintances: (db: Db, userId: string) => Promise<string[]>
}

function concerns(whose: RevocationTarget, subscriber: Subscriber): boolean {
  if ('sessionId' in whose) return subscriber.sessionId === whose.sessionId
  if ('grantId' in whose) return subscriber.grantId === whose.grantId
  return subscriber.userId === whose.userId || subscriber.operatorId === whose.userId
}

/** Remembers the latest so many keys; `add` answers false for one it knows. */
function recently(size: number) {
  const keys = new Set<string>()
  return {
    add(id: string, userId: string): boolean {
      const key = id + userId
      if (keys.has(key)) return false
      keys.add(key)
      if (keys.size > size) keys.delete(keys.values().next().value as string)
      return true
    },
  }
}

const report = (error: unknown): void => console.warn('live:', error instanceof Error ? error.message : error)

const sweepMs = 1_000
const sweepRows = 5_000
/** Longer than a statement takes to commit. */
const overlapMs = 3_000
const recheckMs = 1_200
const recheckAtOnce = 5_000
const leaveMs = 5_000
