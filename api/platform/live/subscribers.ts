import type { RevocationTarget, Subscriber } from './live.ts'

/** The sockets of this process by the person whose events they receive. */
export type Subscribers = {
  of(userId: string): Iterable<Subscriber>
  all(): Subscriber[]
  userIds(): string[]
  isEmpty(): boolean
  /** True when it is the first of its person. */
  add(subscriber: Subscriber): boolean
  /** Null for one that was removed before, else whether it was the last of its person. */
  remove(subscriber: Subscriber): { wasLast: boolean } | null
  revoke(target: RevocationTarget, reason: string): void
}

export function createSubscribers(): Subscribers {
  const byUser = new Map<string, Set<Subscriber>>()
  const all = () => [...byUser.values()].flatMap((set) => [...set])
  return {
    of: (userId) => byUser.get(userId) ?? [],
    all,
    userIds: () => [...byUser.keys()],
    isEmpty: () => byUser.size === 0,
    add(subscriber) {
      const set = byUser.get(subscriber.userId) ?? new Set<Subscriber>()
      byUser.set(subscriber.userId, set.add(subscriber))
      return set.size === 1
    },
    remove(subscriber) {
      const set = byUser.get(subscriber.userId)
      if (set === undefined || !set.delete(subscriber)) return null
      if (set.size === 0) byUser.delete(subscriber.userId)
      return { wasLast: set.size === 0 }
    },
    revoke(target, reason) {
      for (const subscriber of all()) if (concerns(target, subscriber)) subscriber.revoke(reason)
    },
  }
}

function concerns(target: RevocationTarget, subscriber: Subscriber): boolean {
  if ('sessionId' in target) return subscriber.sessionId === target.sessionId
  if ('grantId' in target) return subscriber.grantId === target.grantId
  return subscriber.userId === target.userId || subscriber.operatorId === target.userId
}
