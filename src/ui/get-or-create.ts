/** What stands under this key; made and put there the first time. */
export function getOrCreate<T extends NonNullable<unknown>>(all: Map<string, T>, key: string, make: () => T): T {
  const found = all.get(key)
  if (found !== undefined) return found
  const made = make()
  all.set(key, made)
  return made
}
