import * as v from 'valibot'
import { broadcastAudience } from './broadcast-shapes.ts'
import { creator, endpoint } from './endpoint.ts'
import { calendarDays } from './limits.ts'
import { isDay } from './policy/zoned-time.ts'
import { visibility } from './posts.ts'
import { text, time, timeZone, whole } from './shapes.ts'

const kinds = ['post', 'expiry', 'broadcast', 'rest', 'offer'] as const

/**
 * Something of a creator that has a time: a post comes out then or leaves the lists by itself, a broadcast is sent, one of
 * two compared texts goes to the rest, a trial or discount link ends. An expiry has the id of its post, a rest of its broadcast.
 */
const itemShape = v.object({
  kind: v.picklist(kinds),
  id: v.string(),
  at: time,
  /** It is out, sent, or ended; it can be moved no more. */
  is_past: v.boolean(),
  /** Its beginning; empty for one without words. */
  text: v.string(),
  /** How many media it has. */
  media: v.number(),
  /** Of a post and its expiry. */
  visibility: v.nullable(visibility),
  /** Of a broadcast. */
  audience: v.nullable(broadcastAudience),
  /** The name of the list that it goes to. */
  list_name: v.nullable(v.string()),
  /** Of a link: free days, or percent off for some months. */
  offer: v.nullable(
    v.object({ days: v.nullable(v.number()), percent: v.nullable(v.number()), months: v.nullable(v.number()) }),
  ),
})
export type CalendarItem = v.InferOutput<typeof itemShape>

const dayShape = v.object({
  /** `2026-11-20`, by the clocks of the time zone that was asked for. */
  day: v.string(),
  /** In the order of their times. */
  items: v.array(itemShape),
  /** How many more there are; what is above a hundred of a kind is not counted. */
  more: v.number(),
})
export type CalendarDay = v.InferOutput<typeof dayShape>

/** What a creator has planned, and what has gone out (product §75). */
export const calendar = {
  get: endpoint({
    method: 'GET',
    path: '/api/creator/calendar',
    access: creator('can_social'),
    input: v.object({
      from: v.pipe(text(10), v.check(isDay, 'not a day')),
      days: whole(1, calendarDays),
      time_zone: timeZone,
    }),
    output: v.object({ data: v.array(dayShape) }),
    errors: [],
    summary:
      'What goes out in a span of days, and what went out; days with nothing are left out. Of each day the first twenty, of one day alone the first hundred. An operator also needs can_chat for broadcasts and can_payment for links.',
  }),
}
