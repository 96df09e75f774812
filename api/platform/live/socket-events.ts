import type { LiveType } from '../../../contract/live.ts'
import type { Db } from '../db/db.ts'
import { newId } from '../db/ids.ts'
import type { Viewer } from '../http/viewer.ts'
import { filterByPermissions } from './event-permissions.ts'
import type { PublishedEvent, RecordedEvent } from './live.ts'
import { momentOf, readSince, retentionMs } from './outbox.ts'
import type { SocketFeature, SocketHandlers } from './socket-feature.ts'
import type { SocketViewer } from './socket-viewer.ts'

/** How events reach one socket: through its viewer's rights, as the features present them. */
export type SocketEvents = {
  deliver(event: PublishedEvent): Promise<void>
  /** Recorded events in their order, each as its feature presents it now. */
  replay(missed: readonly RecordedEvent[]): Promise<void>
  /** Everything recorded since the event `after`; `resumed` says whether that is complete or too long ago. */
  resume(after: string | null): Promise<void>
}

type Parts = {
  db: Db
  viewer: SocketViewer
  features: readonly SocketFeature[]
  adapt: SocketHandlers['adapt']
  write(text: string): void
  onRightsLost(): void
}

export function createSocketEvents({ db, viewer, features, adapt, write, onRightsLost }: Parts): SocketEvents {
  async function deliver(event: PublishedEvent): Promise<void> {
    if (!(await viewer.mayReceive())) return onRightsLost()
    const { acting } = viewer.current()
    const permitted = acting === null ? event : filterByPermissions(event, acting.permissions)
    const adapted = permitted === null ? null : await adaptTo(adapt, permitted)
    if (adapted !== null) write(JSON.stringify({ id: adapted.id, type: adapted.type, ...adapted.payload }))
  }

  async function replay(missed: readonly RecordedEvent[]): Promise<void> {
    const userId = viewer.current().id
    const payloads = await presentAll(features, viewer.current(), missed)
    for (const { id, type } of missed) {
      const payload = payloads.get(id)
      if (payload !== undefined) await deliver({ id, userId, type, payload })
    }
  }

  async function resume(after: string | null): Promise<void> {
    const userId = viewer.current().id
    const moment = after === null ? null : momentOf(after)
    const isRecent = moment !== null && Date.now() - moment < retentionMs
    const missed = isRecent ? await readSince(db, [userId], moment - overlapMs, resumedAtMost + 1) : []
    const complete = isRecent && missed.length <= resumedAtMost
    if (complete) await replay(missed.filter((event) => event.id !== after))
    await deliver({ id: newId(), userId, type: 'resumed', payload: { complete } })
  }

  return { deliver, replay, resume }
}

async function adaptTo(adapt: SocketHandlers['adapt'], event: PublishedEvent): Promise<PublishedEvent | null> {
  const change = Object.hasOwn(adapt, event.type) ? adapt[event.type as LiveType] : undefined
  return change === undefined ? event : change(event)
}

/** Payloads by event id; an event that no feature presents keeps the payload it was recorded with. */
async function presentAll(features: readonly SocketFeature[], viewer: Viewer, events: readonly RecordedEvent[]) {
  const payloads = new Map(events.map((event) => [event.id, event.payload]))
  for (const feature of features) {
    const types = new Set<string>(feature.presents)
    const presented = events.filter((event) => types.has(event.type))
    if (presented.length === 0) continue
    for (const event of presented) payloads.delete(event.id)
    for (const [id, payload] of await feature.present(viewer, presented)) payloads.set(id, payload)
  }
  return payloads
}

/** Longer than a statement takes to commit. */
const overlapMs = 5_000
const resumedAtMost = 2_000
