/** For searching: without case and accents, so that `Été` and `ete` are the same. */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
