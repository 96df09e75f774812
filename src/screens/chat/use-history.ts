import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Message } from '../../../contract/chat.ts'
import { messagesQuery } from '../../queries/chat.ts'
import { placeQuery } from '../../queries/chat-search.ts'
import type { aroundQuery, Place } from '../../queries/history.ts'

/** One direction in which a history is read on. */
export type Further = { hasMore: boolean; isFetching: boolean; isStuck: boolean; onMore: () => void }

export type History = {
  /** The newest messages and what was read of those before them. */
  latest: readonly Message[]
  /** What is shown, newest first: the latest, or those around the place that one has gone to. */
  messages: readonly Message[]
  isPending: boolean
  error: Error | null
  onAgain: () => void
  earlier: Further
  /** Null among the latest. */
  later: Further | null
  /** The place that was gone to, and the message there. */
  place: Place | null
  placed: Message | undefined
  goTo: (place: Place) => void
  toLatest: () => void
}

/** The history with a user, and the way to any place in it. */
export function useHistory(userId: string): History {
  const latest = useInfiniteQuery(messagesQuery(userId))
  const messages = latest.data?.pages.flatMap((page) => page.data) ?? []
  return useHistoryOf(latest, messages, (place) => placeQuery(userId, place))
}

type Reading = Pick<
  UseInfiniteQueryResult<unknown>,
  | 'data'
  | 'error'
  | 'fetchNextPage'
  | 'hasNextPage'
  | 'isError'
  | 'isFetchNextPageError'
  | 'isFetchingNextPage'
  | 'isPending'
  | 'refetch'
>

/** The same of what is read by `latest`, of which `known` are the messages, newest first; `around` reads a place. */
export function useHistoryOf(
  latest: Reading,
  known: readonly Message[],
  readAround: (place: Place | null) => ReturnType<typeof aroundQuery>,
): History {
  const [place, setPlace] = useState<Place | null>(null)
  // What has been read already is only scrolled to.
  const isKnown = place === null || isWithin(known, place)
  const around = useInfiniteQuery(readAround(isKnown ? null : place))
  const shown: Reading = isKnown ? latest : around
  const messages = isKnown ? known : (around.data?.pages.flatMap((page) => page.data) ?? [])
  return {
    latest: known,
    messages,
    isPending: shown.isPending,
    error: shown.isError && !shown.data ? shown.error : null,
    onAgain: () => void shown.refetch(),
    earlier: {
      hasMore: shown.hasNextPage,
      isFetching: shown.isFetchingNextPage,
      isStuck: shown.isFetchNextPageError,
      onMore: () => void shown.fetchNextPage(),
    },
    later: isKnown
      ? null
      : {
          hasMore: around.hasPreviousPage,
          isFetching: around.isFetchingPreviousPage,
          isStuck: around.isFetchPreviousPageError,
          onMore: () => void around.fetchPreviousPage(),
        },
    place,
    placed: place === null ? undefined : messageAt(messages, place),
    goTo: setPlace,
    toLatest: () => setPlace(null),
  }
}

/** The first message from a place on, among those that are newest first; the last one where there is none. */
const messageAt = (messages: readonly Message[], place: Place): Message | undefined =>
  messages.findLast((it) => isFrom(it, place)) ?? messages[0]

const isFrom = (it: Message, place: Place): boolean =>
  'around_seq' in place ? it.seq >= place.around_seq : Date.parse(it.created_at) >= Date.parse(place.around_time)

/** Whether the place is known for sure: there is a message before it. */
function isWithin(messages: readonly Message[], place: Place): boolean {
  const oldest = messages.at(-1)
  return oldest !== undefined && (oldest.seq === 1 || !isFrom(oldest, place))
}
