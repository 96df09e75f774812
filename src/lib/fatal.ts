/** What `notFound({ data: fatal })` says: a route matched, but its check failed (spec §2). */
export const fatal = { fatal: true } as const
