/** Who takes an agency over from its owner: the admin who has been there longest (the ids follow time), or nobody. */
export const successorOf = <T extends { id: string; role: string }>(members: readonly T[]): T | undefined =>
  members.filter((it) => it.role === 'admin').sort((one, other) => (one.id < other.id ? -1 : 1))[0]
