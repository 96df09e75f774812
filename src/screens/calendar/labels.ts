import type { CalendarItem } from '../../../contract/calendar.ts'
import { getOrCreate } from '../../lib/get-or-create.ts'
import { languageTag } from '../../lib/money.ts'
import { visibilityNames } from '../../lib/visibility-names.ts'
import { m } from '../../paraglide/messages.js'
import { getLocale } from '../../paraglide/runtime.js'
import { audienceName } from '../broadcasts/labels.ts'

/** What an item is called: its words, or what it has instead of them; of a link that it ends. */
export function titleOf({ kind, text, media, offer, is_past: isPast }: CalendarItem): string {
  if (kind === 'offer') return (isPast ? m.calendar_offer_ended : m.calendar_offer)({ what: offerText(offer) })
  return text || (media > 0 ? m.calendar_files({ count: media }) : kindLabels[kind].ahead())
}

function offerText(offer: CalendarItem['offer']): string {
  if (offer?.days != null) return m.offers_trial({ count: offer.days })
  return m.offers_discount({ percent: offer?.percent ?? 0, count: offer?.months ?? 1 })
}

/** What it is, and for whom; of a link its code. */
export function factsOf(item: CalendarItem): string {
  if (item.kind === 'offer') return item.text
  const parts: string[] = [kindLabels[item.kind][item.is_past ? 'over' : 'ahead']()]
  if (item.visibility) parts.push(visibilityNames[item.visibility]())
  if (item.audience) parts.push(audienceName({ audience: item.audience, list_name: item.list_name }))
  if (item.text && item.media > 0) parts.push(m.calendar_files({ count: item.media }))
  return parts.join(' · ')
}

const kindLabels = {
  post: { ahead: m.calendar_post, over: m.calendar_post_out },
  expiry: { ahead: m.calendar_expiry, over: m.calendar_expired },
  broadcast: { ahead: m.calendar_broadcast, over: m.calendar_broadcast_sent },
  rest: { ahead: m.calendar_rest, over: m.calendar_rest_sent },
}

/** The time of a moment on the clocks of a time zone: `9:30 AM`. */
export const timeText = (iso: string, timeZone: string): string =>
  format({ timeStyle: 'short', timeZone }).format(new Date(iso))

/** The same with its day: `November 20, 2026 at 9:30 AM`. */
export const whenText = (iso: string, timeZone: string): string =>
  format({ dateStyle: 'long', timeStyle: 'short', timeZone }).format(new Date(iso))

/** A day with its weekday: `Tuesday, December 1`, `mardi 1er décembre`. */
export function dayName(day: string): string {
  const text = format({ weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' }).format(new Date(day))
  return getLocale() === 'fr' ? text.replace(' 1 ', ' 1er ') : text
}

export const weekdayName = (day: string, weekday: 'short' | 'long'): string =>
  format({ weekday, timeZone: 'UTC' }).format(new Date(day))

/** A week by its first and last day: `Nov 22 – 28, 2026`. */
export function weekName(first: string, last: string): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return format(options).formatRange(new Date(first), new Date(last))
}

/** A month shows dozens of times, and making a format takes a millisecond. */
function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = languageTag() + JSON.stringify(options)
  return getOrCreate(formats, key, () => new Intl.DateTimeFormat(languageTag(), options))
}
const formats = new Map<string, Intl.DateTimeFormat>()
