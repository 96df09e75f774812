/** Reads the parts of an address, where texts and numbers stand for each other; what is not as it must be is undefined. */
export function readSearch(raw: Record<string, unknown>) {
  const text = (name: string, longest = 100) => {
    const value = raw[name]
    const found = typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, longest) : ''
    return found.trim() === '' ? undefined : found
  }
  const matching = (name: string, pattern: RegExp, longest = 100) => {
    const value = text(name, longest)
    return value !== undefined && pattern.test(value) ? value : undefined
  }
  return {
    text,
    matching,
    id: (name: string) => matching(name, idPattern),
    /** A whole number of at most so many digits. */
    whole: (name: string, digits: number) => {
      const value = matching(name, /^\d+$/)
      return value !== undefined && value.length <= digits ? Number(value) : undefined
    },
    oneOf: <const T extends string>(name: string, ...words: readonly T[]) => words.find((word) => word === raw[name]),
  }
}

export const idPattern = /^[0-9a-f-]{36}$/i

/** The parts that there are. */
export const present = <T extends object>(found: T): Partial<T> =>
  Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as Partial<T>
