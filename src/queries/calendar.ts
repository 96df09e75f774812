import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CalendarItem, calendar } from '../../contract/calendar.ts'
import type { Sent } from '../../contract/endpoint.ts'
import { unwrap } from '../lib/refusal.ts'
import { moveBroadcast } from '../server/broadcasts.functions.ts'
import { getCalendar } from '../server/calendar.functions.ts'
import { updatePost } from '../server/posts.functions.ts'
import { broadcastsQuery } from './broadcasts.ts'
import { postKeys } from './posts.ts'

/** What a creator has planned in a span of days, by the clocks of a time zone. Other screens change it, so a visit asks. */
export const calendarQuery = (span: Sent<typeof calendar.get>) =>
  queryOptions({
    queryKey: [...calendarKey, span],
    queryFn: () => unwrap(getCalendar({ data: span })),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
const calendarKey = ['calendar']

export type Move = { item: CalendarItem; at: string }

/** Plans a post or a broadcast for another time; what it is refused for may show in the calendar, which is read again. */
export function useMoveItem({ shown = false }: { shown?: boolean } = {}) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ item: { kind, id, at: from }, at }: Move): Promise<unknown> =>
      kind === 'post'
        ? unwrap(updatePost({ data: { id, publish_at: at, moved_from: from } }))
        : unwrap(moveBroadcast({ data: { id, send_at: at, moved_from: from } })),
    onSettled: (_answer, _error, { item }) =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: calendarKey }),
        queryClient.invalidateQueries({ queryKey: item.kind === 'post' ? postKeys.all : broadcastsQuery.queryKey }),
      ]),
    meta: { shown },
  })
}
