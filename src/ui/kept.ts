/** What stands under this key; made and put there the first time. */
export function kept<T extends NonNullable<unknown>>(all: Map<string, T>, key: string, make: () => T): T {
  const known = all.get(key)
  if (known !== undefined) return known
  const made = make()
  all.set(key, made)
  return made
}
