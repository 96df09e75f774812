import { filtersOf, type InboxSearch } from './inbox-search.ts'

/** What an address asks of the API. */
export function askedFor({ f, sort, q, list }: InboxSearch) {
  const filter = filtersOf(f)
  const search = q?.trim()
  return {
    ...(search && { search }),
    ...(filter.length > 0 && { filter }),
    ...(sort && { sort }),
    ...(list && { list }),
  }
}
