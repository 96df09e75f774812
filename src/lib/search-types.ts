export const searchTypes = ['creators', 'posts'] as const

type Filter = 'tag' | 'category' | 'language' | 'price' | 'online' | 'trial' | 'sort'
export type SearchState = { q?: string | undefined; type?: (typeof searchTypes)[number] | undefined } & {
  [F in Filter]?: string | undefined
}

/**
 * What the search page's address says: the trimmed query, what is searched, and filters, of which the page itself knows
 * what they may be (`knownFilter`). Defaults are left out.
 */
export function searchState({ q, type, ...filter }: Record<string, unknown>): SearchState {
  const text = typeof q === 'string' ? q.trim().slice(0, 100) : ''
  return {
    q: text || undefined,
    type: type === 'posts' ? 'posts' : undefined,
    ...(filter as Partial<Record<Filter, string>>),
  }
}
