/** The SQLSTATE of a database error, however deep Drizzle has wrapped it; undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code)) return cause.code
  }
  return undefined
}

/** A write on a server that only reads: a standby, or a primary that was demoted. */
export const readOnlyState = '25006'
