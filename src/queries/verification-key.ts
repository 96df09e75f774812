/** The viewer's own verification. Separate from the query for modules that only invalidate. */
export const verificationKey = ['verification'] as const
