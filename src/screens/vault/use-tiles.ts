import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { VaultTile } from '../../../contract/vault.ts'
import type { GridFilter } from '../../lib/vault-search.ts'
import { bucketFreshMs, vaultBucketQuery } from '../../queries/vault.ts'
import { useOnBehalf } from '../frame/on-behalf.ts'
import { type Bucket, lastAtMost } from './grid-layout.ts'

export type Tiles = {
  /** The media of this number, once it has been fetched. */
  at: (number: number) => VaultTile | undefined
  error: Error | null
  retry: () => void
}

/**
 * Fetches the buckets that hold the media from number `from` to `to`. What is scrolled past quickly is never fetched:
 * a range counts once it has stayed for a moment, and a bucket that leaves it is cancelled. Until its bucket has come, the
 * `newest` media stand for themselves.
 */
export function useTiles(
  filter: GridFilter,
  { buckets, starts, newest }: { buckets: readonly Bucket[]; starts: readonly number[]; newest: readonly VaultTile[] },
  { from, to }: { from: number; to: number },
): Tiles {
  const queryClient = useQueryClient()
  const of = useOnBehalf()
  const bucketOf = (number: number) => Math.min(lastAtMost(starts, number), Math.max(0, buckets.length - 1))
  const [first, last] = useSettled(bucketOf(from), bucketOf(Math.max(from, to)))
  // The same queries as long as the range is, because the grid asks for them in each frame in which it scrolls.
  const queries = useMemo(
    () => buckets.slice(first, last + 1).map(({ bucket }) => vaultBucketQuery(filter, bucket, of)),
    [filter, buckets, first, last, of],
  )
  const { failed, answers } = useQueries({ queries, combine })
  const renew = () => {
    for (const { queryKey } of queries) {
      const state = queryClient.getQueryState(queryKey)
      if (state?.data && Date.now() - state.dataUpdatedAt > bucketFreshMs)
        void queryClient.invalidateQueries({ queryKey, exact: true })
    }
  }
  // The addresses of the thumbs end, and those of a bucket that stays in sight are used only when it is scrolled.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the range.
  useEffect(renew, [from, to])
  // The same function until there is something else to draw. Dozens of tiles ask for one bucket, and finding it costs a
  // hash of the filter.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answers are read from the cache.
  const at = useMemo(() => {
    const found = new Map<number, readonly VaultTile[] | undefined>()
    return (number: number) => {
      const index = bucketOf(number)
      const bucket = buckets[index]?.bucket
      if (!found.has(index) && bucket !== undefined)
        found.set(index, queryClient.getQueryData(vaultBucketQuery(filter, bucket, of).queryKey)?.data)
      return found.get(index)?.[number - (starts[index] ?? 0)] ?? newest[number]
    }
  }, [filter, buckets, starts, newest, first, last, answers, of])
  return { at, error: failed?.error ?? null, retry: () => void failed?.refetch() }
}

/** What is drawn is read from the cache; a new answer has to draw again. */
const combine = (results: UseQueryResult<unknown>[]) => ({
  failed: results.find((it) => it.error && !it.data),
  answers: results.map((it) => it.dataUpdatedAt).join(),
})

/** Two numbers as they last stood still for a moment. */
function useSettled(first: number, last: number): [number, number] {
  const [settled, setSettled] = useState<[number, number]>([first, last])
  useEffect(() => {
    const timer = setTimeout(() => setSettled([first, last]), settleMs)
    return () => clearTimeout(timer)
  }, [first, last])
  return settled
}
const settleMs = 60
