import { type TrackingLinkSort, trackingLinkSorts } from '../../contract/tracking-link-sorts.ts'
import { type FiguresSearch, isSpan, spanLengths, spanOf } from './figures-span.ts'
import { present, readSearch } from './read-search.ts'

/** Which links are shown, of which days and in which order, and which one is open, as the address has it. */
export type LinksSearch = FiguresSearch & {
  sort?: TrackingLinkSort | undefined
  archived?: 'only' | undefined
  link?: string | undefined
}

/** What of an address is understood; without days it is all of them. */
export function linksSearch(raw: Record<string, unknown>): LinksSearch {
  const { matching, id, whole, oneOf } = readSearch(raw)
  const day = (name: string) => matching(name, /^20\d\d-\d\d-\d\d$/)
  const [from, to] = [day('from'), day('to')]
  const days = spanLengths.find((it) => it === whole('days', 3))
  const own = from !== undefined && to !== undefined && isSpan({ from, to })
  return present({
    ...(own ? { from, to } : { days }),
    sort: oneOf('sort', ...trackingLinkSorts.filter((it) => it !== 'newest')),
    archived: oneOf('archived', 'only'),
    link: id('link'),
  })
}

/** The days of an address, none for all of them. */
export function linksSpan({ days, from, to }: LinksSearch, now: number): { from?: string; to?: string } {
  return days === undefined && from === undefined ? {} : spanOf({ days, from, to }, now)
}

export type LinksFilter = ReturnType<typeof linksFilter>

/** What the API is asked for. */
export const linksFilter = (search: LinksSearch, now: number) => ({
  ...linksSpan(search, now),
  ...(search.sort && { sort: search.sort }),
  ...(search.archived && { archived: search.archived }),
})
