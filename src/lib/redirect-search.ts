/** The search of pages that lead back: `redirect` as it was written, to be read by `safeReturnPath` when it is used. */
export function redirectSearch({ redirect, ref }: Record<string, unknown>): { redirect?: string; ref?: string } {
  return {
    redirect: typeof redirect === 'string' ? redirect : undefined,
    ref: typeof ref === 'string' ? ref : undefined,
  }
}
