/** The value of this key; created and stored the first time. */
export function getOrCreate<T extends NonNullable<unknown>>(all: Map<string, T>, key: string, make: () => T): T {
  const found = all.get(key)
  if (found !== undefined) return found
  const made = make()
  all.set(key, made)
  return made
}
