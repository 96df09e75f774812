export const searchTypes = ['creators', 'posts'] as const
export type SearchType = (typeof searchTypes)[number]

/** What the search page's address says: the trimmed query and what is searched. Defaults are left out. */
export function searchState({ q, type }: Record<string, unknown>): { q?: string; type?: SearchType } {
  const text = typeof q === 'string' ? q.trim().slice(0, 100) : ''
  return { q: text || undefined, type: type === 'posts' ? 'posts' : undefined }
}
