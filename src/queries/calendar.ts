import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CalendarItem, calendar } from '../../contract/calendar.ts'
import type { Sent } from '../../contract/endpoint.ts'
import { unwrap } from '../lib/refusal.ts'
import { moveBroadcast } from '../server/broadcasts.functions.ts'
import { getCalendar } from '../server/calendar.functions.ts'
import { updatePost } from '../server/posts.functions.ts'
import { moveOffer } from '../server/subscriptions.functions.ts'
import { broadcastsQuery } from './broadcasts.ts'
import { calendarKey } from './channel-key.ts'
import { offersQuery } from './offers.ts'
import { postKeys } from './posts.ts'

/** What a creator has planned in a span of days, by the clocks of a time zone. Other screens change it, so a visit asks. */
export const calendarQuery = (span: Sent<typeof calendar.get>) =>
  queryOptions({
    queryKey: [...calendarKey, span],
    queryFn: () => unwrap(getCalendar({ data: span })),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** What gets another time by itself; the rest of two compared texts follows from when they were sent. */
export type MovableItem = CalendarItem & { kind: Exclude<CalendarItem['kind'], 'rest'> }
export type Move = { item: MovableItem; at: string }

/** Each move names the time from which it leads, so that what was moved meanwhile stays. */
const moves: Record<MovableItem['kind'], (move: Move) => Promise<unknown>> = {
  post: ({ item: { id, at: moved_from }, at: publish_at }) =>
    unwrap(updatePost({ data: { id, publish_at, moved_from } })),
  expiry: ({ item: { id, at: end_moved_from }, at: expires_at }) =>
    unwrap(updatePost({ data: { id, expires_at, end_moved_from } })),
  broadcast: ({ item: { id, at: moved_from }, at: send_at }) =>
    unwrap(moveBroadcast({ data: { id, send_at, moved_from } })),
  offer: ({ item: { id, at: moved_from }, at: expires_at }) =>
    unwrap(moveOffer({ data: { id, expires_at, moved_from } })),
}
const changedKeys: Record<MovableItem['kind'], readonly unknown[]> = {
  post: postKeys.all,
  expiry: postKeys.all,
  broadcast: broadcastsQuery.queryKey,
  offer: offersQuery.queryKey,
}

/** Gives an item another time; what it is refused for may show in the calendar, which is read again. */
export function useMoveItem({ shown = false }: { shown?: boolean } = {}) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (move: Move) => moves[move.item.kind](move),
    onSettled: (_answer, _error, { item }) =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: calendarKey }),
        queryClient.invalidateQueries({ queryKey: changedKeys[item.kind] }),
      ]),
    meta: { shown },
  })
}
