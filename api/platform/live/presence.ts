/**
 * Who is here, on any node. Each node says who came and went, and everything it knows of its own when it starts, when
 * a node it has not met speaks, and every 20 s; a node that is silent for 50 s is gone with all who were on it.
 */
export function openPresence(self: string, say: (news: PresenceUpdate) => void): Presence {
  const here = new Map<string, number>()
  const nodes = new Map<string, { users: Set<string>; heardAt: number }>()

  const elsewhere = (userId: string): boolean => {
    for (const node of nodes.values()) if (node.users.has(userId)) return true
    return false
  }
  const announce = () => say({ node: self, all: [...here.keys()] })

  return {
    isOnline: (userId) => here.has(userId) || elsewhere(userId),
    announce,
    came(userId) {
      const before = here.get(userId) ?? 0
      here.set(userId, before + 1)
      if (before > 0) return false
      say({ node: self, came: userId })
      return !elsewhere(userId)
    },
    went(userId) {
      const left = (here.get(userId) ?? 1) - 1
      if (left > 0) {
        here.set(userId, left)
        return
      }
      here.delete(userId)
      say({ node: self, went: userId })
    },
    onMessage(news) {
      if (news.node === self) return
      const known = nodes.get(news.node)
      const node = known ?? { users: new Set<string>(), heardAt: 0 }
      node.heardAt = Date.now()
      nodes.set(news.node, node)
      if (news.all !== undefined) node.users = new Set(news.all)
      if (news.came !== undefined) node.users.add(news.came)
      if (news.went !== undefined) node.users.delete(news.went)
      if (news.bye) nodes.delete(news.node)
      else if (known === undefined) announce()
    },
    sweep() {
      for (const [id, node] of nodes) if (Date.now() - node.heardAt > 50_000) nodes.delete(id)
    },
    bye: () => say({ node: self, bye: true }),
  }
}

export type PresenceUpdate = { node: string; all?: string[]; came?: string; went?: string; bye?: true }
export type Presence = {
  isOnline(userId: string): boolean
  announce(): void
  /** Counts a socket in; true when the person was nowhere before. */
  came(userId: string): boolean
  went(userId: string): void
  onMessage(news: PresenceUpdate): void
  sweep(): void
  bye(): void
}
