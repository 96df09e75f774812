/**
 * An error as a log may keep it: what failed and where, without the values of a query, which hold addresses, texts and
 * tokens of people.
 */
export function loggable(error: unknown): string {
  const parts: string[] = []
  for (let it = error; it !== undefined && parts.length < 5; it = it instanceof Error ? it.cause : undefined)
    parts.push([reasonOf(it), ...framesOf(it)].join('\n'))
  return parts.join('\ncaused by ')
}

/** The same on one line, for what is expected to fail now and then. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error))
    return error === null || typeof error !== 'object' ? withoutValues(String(error)) : 'an object'
  // Drizzle's message ends with the parameters of the query.
  const message = 'query' in error ? `Failed query: ${String(error.query)}` : withoutValues(error.message)
  const { code, table, constraint } = error as { code?: unknown; table?: unknown; constraint?: unknown }
  const facts = [code, table, constraint].filter((it) => typeof it === 'string' && it !== '')
  return `${error.name}: ${message}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`
}

/** PostgreSQL quotes the value that it could not read at the end of its sentence. */
const withoutValues = (message: string): string => message.replace(/: ".*"$/s, ': "…"')

const framesOf = (error: unknown): string[] =>
  error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : []
