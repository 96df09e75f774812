/** The pages that say who runs this site and by which rules, each at `/{name}`: public, and cached at the edge. */
export const trustPages = [
  'terms',
  'privacy',
  'refunds',
  'rules',
  'help',
  'cookies',
  'accessibility',
  'contact',
  'imprint',
] as const
export type TrustPage = (typeof trustPages)[number]

/** The version of the terms that a new account accepts; raise it when they change, and accounts are asked again. */
export const termsVersion = '1.1'
