import { randomUUID } from 'node:crypto'
import type { Db, Statement } from '../db/db.ts'
import { newId } from '../db/ids.ts'
import type { Env } from '../env.ts'
import type { Ear, Live, LiveMessage, Told, Whose } from './live.ts'
import { momentOf, prune, readSince, recordEvents } from './outbox.ts'
import { openPresence, type PresenceNews } from './presence.ts'
import { openRedis, type Wire } from './redis.ts'

/**
 * Opens the live room of this process. Alone it tells its own sockets; with REDIS_URL every node hears what concerns
 * the people whose sockets it holds. The database is the truth: while Redis is away the nodes read the recorded events
 * instead, and what fell into the gap is read once more when it is back.
 */
export async function openLive({ db, env, readAcquaintances }: Opening): Promise<Live & { close(): Promise<void> }> {
  const node = randomUUID()
  const ears = new Map<string, Set<Ear>>()
  const delivered = recently(100_000)
  let isOver = false
  const wire: Wire | null =
    env.REDIS_URL === undefined ? null : openRedis(env.REDIS_URL, { heard, back: () => presence.announce() })
  const presence = openPresence(node, (news) => wire?.say('presence', JSON.stringify(news)))
  wire?.hear('presence')
  wire?.hear('revoke')
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

  function deliver(event: Told): void {
    const listening = ears.get(event.userId)
    if (listening === undefined || listening.size === 0) return
    if (!delivered.add(event.id, event.userId)) return
    let text: string | null = null
    const once = () => (text ??= JSON.stringify({ id: event.id, type: event.type, ...event.payload }))
    for (const ear of listening) ear.hear(event, once)
  }

  function tell(event: LiveMessage & { id?: string }): void {
    spread({ id: event.id ?? newId(), userId: event.userId, type: event.type, payload: event.payload })
  }

  function spread(told: Told): void {
    deliver(told)
    wire?.say(`user:${told.userId}`, JSON.stringify({ node, told }))
  }

  function heard(channel: string, text: string) {
    const said: unknown = JSON.parse(text)
    if (channel === 'presence') return presence.heard(said as PresenceNews)
    if (channel === 'revoke') return revokeHere(said as Whose & { reason: string; node: string })
    const { node: from, told } = said as { node: string; told: Told }
    if (from !== node) deliver(told)
  }

  /**
   * What was recorded for those who listen here and did not reach this node: because Redis is away, or because the
   * node that recorded it died before it could tell. One process alone has nobody else to miss.
   */
  let sweptTo = Date.now()
  let sweeping = false
  async function sweep(): Promise<void> {
    if (wire === null || sweeping || ears.size === 0) return
    sweeping = true
    try {
      const now = Date.now()
      const missed = await readSince(db, [...ears.keys()], Math.max(sweptTo - overlapMs, now - 120_000), sweepRows)
      sweptTo = missed.length < sweepRows ? now : (momentOf(missed.at(-1)?.id ?? '') ?? now) + overlapMs
      const unheard = missed.filter((it) => delivered.add(it.id, it.user_id))
      for (const [userId, events] of Map.groupBy(unheard, (it) => it.user_id)) {
        for (const ear of ears.get(userId) ?? []) ear.catchUp(events)
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
    if (rechecking || ears.size === 0) return
    rechecking = true
    try {
      await recheckSome()
    } finally {
      rechecking = false
    }
  }

  async function recheckSome(): Promise<void> {
    const all = [...ears.values()].flatMap((set) => [...set])
    const part =
      all.length <= recheckAtOnce
        ? all
        : Array.from({ length: recheckAtOnce }, (_, i) => all[(turn + i) % all.length] as Ear)
    turn = (turn + recheckAtOnce) % Math.max(all.length, 1)
    const plain = part.filter((it) => it.grantId === null)
    const rows = await db.run<{ id: string }>(liveSessions, [[...new Set(plain.map((it) => it.sessionId))]])
    const alive = new Set(rows.map((row) => row.id))
    for (const ear of plain) if (!alive.has(ear.sessionId)) ear.revoke('session_ended')
    await Promise.all(
      part
        .filter((it) => it.grantId !== null)
        .map(async (ear) => (await ear.stillHolds()) || ear.revoke('permission_denied')),
    )
  }

  function revokeHere(whose: Whose & { reason: string }): void {
    for (const set of [...ears.values()]) for (const ear of [...set]) if (concerns(whose, ear)) ear.revoke(whose.reason)
  }

  /** Tells those acquaintances who are here to see it. */
  async function tellPresence(userId: string, online: boolean): Promise<void> {
    for (const otherId of await readAcquaintances(db, userId)) {
      if (presence.isOnline(otherId)) tell({ userId: otherId, type: 'presence', payload: { user_id: userId, online } })
    }
  }

  function listen(ear: Ear): () => void {
    const set = ears.get(ear.userId) ?? new Set<Ear>()
    set.add(ear)
    ears.set(ear.userId, set)
    if (set.size === 1) wire?.hear(`user:${ear.userId}`)
    const counts = ear.operatorId === null
    if (counts && presence.came(ear.userId)) void tellPresence(ear.userId, true).catch(report)
    return () => {
      if (!set.delete(ear)) return
      if (set.size === 0) {
        ears.delete(ear.userId)
        wire?.unhear(`user:${ear.userId}`)
      }
      if (!counts) return
      presence.went(ear.userId)
      // A reload is no departure.
      setTimeout(() => {
        if (!isOver && !presence.isOnline(ear.userId)) void tellPresence(ear.userId, false).catch(report)
      }, leaveMs).unref()
    }
  }

  return {
    async record(tx, events) {
      const told = await recordEvents(tx, events)
      return () => told.forEach(spread)
    },
    tell,
    revoke(whose, reason) {
      revokeHere({ ...whose, reason })
      wire?.say('revoke', JSON.stringify({ ...whose, reason }))
    },
    isOnline: presence.isOnline,
    listen,
    close: async () => {
      isOver = true
      timers.forEach(clearInterval)
      presence.bye()
      for (const set of [...ears.values()]) for (const ear of [...set]) ear.restart()
      wire?.close()
    },
  }
}

type Opening = {
  db: Db
  env: Env
  /** Who hears that a user came or went. */
  readAcquaintances: (db: Db, userId: string) => Promise<string[]>
}

function concerns(whose: Whose, ear: Ear): boolean {
  if ('sessionId' in whose) return ear.sessionId === whose.sessionId
  if ('grantId' in whose) return ear.grantId === whose.grantId
  return ear.userId === whose.userId || ear.operatorId === whose.userId
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

const liveSessions: Statement = {
  name: 'live_sessions',
  text: `select s.id from sessions s join users u on u.id = s.user_id and u.deleted_at is null
    where s.id = any($1::uuid[]) and s.expires_at > now() and s.acting_grant_id is null`,
}
