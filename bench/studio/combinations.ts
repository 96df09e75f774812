import { randomOf } from '../../tests/support/natural-picture.ts'

/** None of them, each alone, and each two together. */
export const upToPairs = <T>(parts: readonly T[]): T[][] => [
  [],
  ...parts.map((one) => [one]),
  ...parts.flatMap((one, at) => parts.slice(at + 1).map((other) => [one, other])),
]

/** So many different sets of three to six of them, the same for the same seed. */
export function largerSets<T>(parts: readonly T[], count: number, seed: number): T[][] {
  const random = randomOf(seed)
  const sets = new Map<string, T[]>()
  while (sets.size < count) {
    const places = new Set<number>()
    for (const size = 3 + Math.floor(random() * 4); places.size < Math.min(size, parts.length); )
      places.add(Math.floor(random() * parts.length))
    const sorted = [...places].sort((a, b) => a - b)
    sets.set(
      sorted.join(),
      sorted.map((at) => parts[at] as T),
    )
  }
  return [...sets.values()]
}

/** So many of them, the same for the same seed. */
export function sampleOf<T>(all: readonly T[], count: number, seed: number): T[] {
  const random = randomOf(seed)
  return all
    .map((it) => [random(), it] as const)
    .sort(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, it]) => it)
}
