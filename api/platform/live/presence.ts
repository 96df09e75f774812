/**
 * Who is online, on any node. Each node publishes who came and went, and all its users when it starts, when it
 * receives the first update of another node, and every 20 s; a node that is silent for 50 s is removed with its users.
 */
export function openPresence(self: string, publish: (update: PresenceUpdate) => void): Presence {
  const sockets = new Map<string, number>()
  const nodes = new Map<string, { users: Set<string>; seenAt: number }>()

  const isOnOtherNode = (userId: string): boolean => {
    for (const node of nodes.values()) if (node.users.has(userId)) return true
    return false
  }
  const publishAll = () => publish({ node: self, all: [...sockets.keys()] })

  return {
    isOnline: (userId) => sockets.has(userId) || isOnOtherNode(userId),
    publishAll,
    came(userId) {
      const before = sockets.get(userId) ?? 0
      sockets.set(userId, before + 1)
      if (before > 0) return false
      publish({ node: self, came: userId })
      return !isOnOtherNode(userId)
    },
    went(userId) {
      const left = (sockets.get(userId) ?? 1) - 1
      if (left > 0) {
        sockets.set(userId, left)
        return
      }
      sockets.delete(userId)
      publish({ node: self, went: userId })
    },
    onMessage(update) {
      if (update.node === self) return
      const known = nodes.get(update.node)
      const node = known ?? { users: new Set<string>(), seenAt: 0 }
      node.seenAt = Date.now()
      nodes.set(update.node, node)
      if (update.all !== undefined) node.users = new Set(update.all)
      if (update.came !== undefined) node.users.add(update.came)
      if (update.went !== undefined) node.users.delete(update.went)
      if (update.bye) nodes.delete(update.node)
      else if (known === undefined) publishAll()
    },
    sweep() {
      for (const [id, node] of nodes) if (Date.now() - node.seenAt > 50_000) nodes.delete(id)
    },
    bye: () => publish({ node: self, bye: true }),
  }
}

export type PresenceUpdate = { node: string; all?: string[]; came?: string; went?: string; bye?: true }
export type Presence = {
  isOnline(userId: string): boolean
  publishAll(): void
  /** Counts a socket; true when the user was offline before. */
  came(userId: string): boolean
  went(userId: string): void
  onMessage(update: PresenceUpdate): void
  sweep(): void
  bye(): void
}
