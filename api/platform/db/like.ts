/** A pattern for `ilike` that finds a text anywhere, whatever signs are in it. */
export const containing = (q: string): string => `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`
