/** What stands before and after the span of a check; `id` is put in for `#`. */
export type Edit = { kind: Kind; start: number; end: number; before: string; after: string; name?: string }
type Kind = 'guard' | 'refusal' | 'policy' | 'sql' | 'drizzle' | 'access'
export type Source = { file: string; text: string }
