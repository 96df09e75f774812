/** Keeps a value in memory with at most `most` others: the one that came first makes room. */
export function rememberLast<K, V>(known: Map<K, V>, key: K, value: V, most: number): void {
  known.set(key, value)
  const [first] = known.keys()
  if (known.size > most && first !== undefined) known.delete(first)
}
