import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Message } from '../../contract/chat.ts'
import { messagesPage } from '../../contract/limits.ts'
import { unwrap } from '../lib/refusal.ts'
import { getMessages } from '../server/chat.functions.ts'
import { chatKeys } from './chat-keys.ts'
import { cursorPages } from './cursor-pages.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/chat-search.functions.ts'))

/** The messages of the conversation with a user that hold a text, newest first. */
export const foundQuery = (userId: string, q: string) =>
  infiniteQueryOptions({
    queryKey: chatKeys.found(userId, q),
    queryFn: ({ pageParam }) => server((api) => api.findMessages({ data: { userId, q, cursor: pageParam } })),
    ...cursorPages,
    enabled: q !== '',
  })

/** Where in a history one has gone: to a message by its number, or to the first one from a time on. */
export type Place = { around_seq: number } | { around_time: string }
type PageParam = Place | { before_seq: number } | { after_seq: number }
/** Newest first. `hasMore` on the side in which the page was read. */
type Page = { data: Message[]; hasMore: boolean }

/** The messages around a place, which are read on in both directions. */
export const placeQuery = (userId: string, place: Place | null) =>
  infiniteQueryOptions({
    queryKey: [...chatKeys.messages(userId), place],
    queryFn: ({ pageParam }) => readPage(userId, pageParam),
    initialPageParam: place as PageParam,
    getNextPageParam: ({ data, hasMore }: Page, _, from: PageParam) => {
      const oldest = data.at(-1)
      return oldest && (hasMore || 'after_seq' in from) ? { before_seq: oldest.seq } : undefined
    },
    getPreviousPageParam: ({ data, hasMore }: Page, _, from: PageParam) => {
      const [newest] = data
      return newest && (hasMore || !('after_seq' in from)) ? { after_seq: newest.seq } : undefined
    },
    enabled: place !== null,
  })

async function readPage(userId: string, from: PageParam): Promise<Page> {
  const { data, next } = await unwrap(getMessages({ data: { userId, ...from, limit: messagesPage } }))
  return { data: 'after_seq' in from ? data.toReversed() : data, hasMore: next !== null }
}
