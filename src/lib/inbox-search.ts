import { conversationFilters, conversationSorts } from '../../contract/inbox-views.ts'
import { canonicalUsername } from '../../contract/username.ts'

type Filter = (typeof conversationFilters)[number]

/** What of an inbox is shown; it is all in the address, so that it is kept and can be shared. */
export type InboxSearch = {
  /** Filters, with commas between them. */
  f?: string | undefined
  sort?: (typeof conversationSorts)[number] | undefined
  q?: string | undefined
  /** A list of fans, by its id. */
  list?: string | undefined
}

/** Of the address of the chat; `u` is a username as typed, perhaps with a leading @ (spec §2). */
export const chatSearch = ({
  mode,
  u,
  ...shown
}: Record<string, unknown>): { mode?: 'creator' | undefined; u?: string | undefined } & InboxSearch => ({
  mode: mode === 'creator' ? mode : undefined,
  u: (typeof u === 'string' && canonicalUsername(u)) || undefined,
  ...inboxSearch(shown),
})

export const inboxSearch = ({ f, sort, q, list }: Record<string, unknown>): InboxSearch => ({
  f: filtersText(typeof f === 'string' ? filtersOf(f) : []),
  sort: conversationSorts.find((it) => it === sort && it !== 'recent'),
  q: typeof q === 'string' && q.trim() !== '' ? q.slice(0, 100) : undefined,
  list: typeof list === 'string' ? list : undefined,
})

/** The filters of an address; what is none is left out. */
export const filtersOf = (f: string | undefined): Filter[] => {
  const named = new Set(f?.split(','))
  return conversationFilters.filter((it) => named.has(it))
}

export const filtersText = (filters: readonly Filter[]): string | undefined =>
  filters.length === 0 ? undefined : filters.join(',')
