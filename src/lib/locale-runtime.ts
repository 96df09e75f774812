/**
 * What compiled messages need of Paraglide's runtime, and no more: the whole one also reads addresses, cookies and
 * storage, which the edge has done already. The build puts this in its place (`app.config.ts`).
 */
export type Locale = 'en' | 'fr'

let read = (): Locale => 'en'

/** The language of this page or, on the server, of this request. */
export const getLocale = (): Locale => read()

export function overwriteGetLocale(from: () => Locale): void {
  read = from
}

/** Paraglide's messages ask for it; a build for one language alone would set it. */
export const experimentalStaticLocale = undefined
