import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Message } from '../../contract/chat.ts'
import type { FoundMessages } from '../../contract/chat-search.ts'
import { cursorPages } from './cursor-pages.ts'

/** Where in a history one has gone: to a message by its number, or to the first one from a time on. */
export type Place = { around_seq: number } | { around_time: string }
/** From where on a page is read. */
export type From = Place | { before_seq: number } | { after_seq: number }
/** Newest first. `hasMore` on the side in which the page was read. */
type Page = { data: Message[]; hasMore: boolean }

/** The messages around a place, which are read on in both directions; none without a place. */
export const aroundQuery = (
  queryKey: readonly unknown[],
  place: Place | null,
  read: (from: From) => Promise<{ data: Message[]; next: string | null }>,
) =>
  infiniteQueryOptions({
    queryKey: [...queryKey, place],
    queryFn: async ({ pageParam }): Promise<Page> => {
      const { data, next } = await read(pageParam)
      return { data: 'after_seq' in pageParam ? data.toReversed() : data, hasMore: next !== null }
    },
    initialPageParam: place as From,
    getNextPageParam: ({ data, hasMore }: Page, _, from: From) => {
      const oldest = data.at(-1)
      return oldest && (hasMore || 'after_seq' in from) ? { before_seq: oldest.seq } : undefined
    },
    getPreviousPageParam: ({ data, hasMore }: Page, _, from: From) => {
      const [newest] = data
      return newest && (hasMore || !('after_seq' in from)) ? { after_seq: newest.seq } : undefined
    },
    enabled: place !== null,
  })

/** The messages that hold a text, newest first; none without a text. */
export const foundQueryOf = (
  queryKey: readonly unknown[],
  q: string,
  read: (cursor: string | undefined) => Promise<FoundMessages>,
) =>
  infiniteQueryOptions({
    queryKey: [...queryKey, q],
    queryFn: ({ pageParam }) => read(pageParam),
    ...cursorPages,
    enabled: q !== '',
  })
export type FoundQuery = ReturnType<typeof foundQueryOf>
