/** The successor of an agency's owner: its longest-serving admin (ids are in order of time), or undefined without one. */
export const successorOf = <T extends { id: string; role: string }>(members: readonly T[]): T | undefined =>
  members.filter((it) => it.role === 'admin').sort((one, other) => (one.id < other.id ? -1 : 1))[0]
